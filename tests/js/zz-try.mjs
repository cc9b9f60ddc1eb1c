import {load} from 'inbounds'
const {BetaPosterior:B,DirichletPosterior:D,SmoothLaplace:S,BoundedLaplace}=await load()
const t=(n,f)=>{try{const r=f();console.log(n,'OK',JSON.stringify(r)?.slice(0,150))}catch(e){console.log(n,e.name,'|',e.message)}}
const evict=()=>{for(let i=0;i<40;i++)new BoundedLaplace({lower:0,upper:1+i,epsilon:1})}
const check=(C,o)=>{const n=JSON.stringify(o);let m;try{m=new C(o)}catch(e){console.log(n,'refused',e.message);return};t(n+' json',()=>C.fromJSON(JSON.stringify(m)));evict();t(n+' evicted',()=>C===S?m.audit():[m.temperature,m.epsilon,m.expectedDistance(C===B?1:[m.trials,...m.prior.slice(1).map(()=>0)])])}
for (const method of ['geometric','global','smooth','varying','local']) for (const c of [{epsilon:40},{epsilon:40,delta:.5},{epsilon:39.9,delta:.9},{temperature:40},{temperature:1e-10},{temperature:9e-10},{epsilon:1e-9},{epsilon:1e-9,delta:1e-12},{epsilon:1e-9,delta:.999999}]) check(B,{prior:[1,1],trials:10,method,...c})
for (const c of [{epsilon:1e-15},{epsilon:1e-9},{epsilon:700,delta:.999},{epsilon:700},{delta:1e-15,epsilon:1},{epsilon:100,calibration:'published',smoothing:1}]) check(S,{values:[0,1,3],delta:1e-4,...c})
check(D,{prior:[1,1,1],trials:3,epsilon:40});check(D,{prior:[1,1,1],trials:3,temperature:40})
const j=new B({prior:[1,1],trials:10,temperature:.5,method:'global'}).toJSON();
t('given with delta',()=>B.fromJSON({...j,delta:.1}))
const sj=new S({values:[0,1,3],delta:1e-4,epsilon:1}).toJSON()
for (const c of [{alpha:NaN},{alpha:-1},{alpha:0},{alpha:sj.alpha*1.01},{alpha:sj.alpha*.99},{smoothing:.1},{delta:.1},{epsilon:2},{calibration:'given'},{values:[0,1,2]},{values:[0,1,4]}]) t(JSON.stringify(c),()=>S.fromJSON({...sj,...c}))
