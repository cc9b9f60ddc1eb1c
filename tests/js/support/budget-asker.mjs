// Asks a memo in a file once, at a given time, and prints the answer. Arguments: path, question, truth; then, when.

import { load } from 'inbounds'
import { fileStore, Memo, PrivacyBudget } from 'inbounds/budget'

const [path, question, truth, moment = 0] = process.argv.slice(2)
const { BoundedLaplace } = await load()
const mechanism = new BoundedLaplace({ lower: 0, upper: 1, epsilon: 0.5 })
const memo = new Memo({ budget: new PrivacyBudget({ epsilon: 4, store: fileStore(path) }) })
await new Promise((resolve) => setTimeout(resolve, Number(moment) - Date.now()))
console.log(JSON.stringify(await memo.privatise(question, mechanism, Number(truth))))
