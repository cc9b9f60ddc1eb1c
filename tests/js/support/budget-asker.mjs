// Asks a memo in a file once, when it is told to, and prints the answer. Arguments: path, question, truth. It says that it is
// ready, and waits for a line.

import { once } from 'node:events'
import { load } from 'inbounds'
import { fileStore, Memo, PrivacyBudget } from 'inbounds/budget'

const [path, question, truth] = process.argv.slice(2)
const { BoundedLaplace } = await load()
const mechanism = new BoundedLaplace({ lower: 0, upper: 1, epsilon: 0.5 })
const memo = new Memo({ budget: new PrivacyBudget({ epsilon: 4, store: fileStore(path) }) })
process.stdin.resume()
console.log('ready')
await once(process.stdin, 'data')
process.stdin.destroy()
console.log(JSON.stringify(await memo.privatise(question, mechanism, Number(truth))))
