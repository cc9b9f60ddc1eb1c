import { load } from 'inbounds'
const I=await load()
for (const f of process.argv.slice(2)){const m=await import(`./web/papers/computations/${f}.js`);const a=performance.now();const r=await m.compute(I);console.log(f,performance.now()-a);console.table(r.rows);console.log(r.verdict)}
