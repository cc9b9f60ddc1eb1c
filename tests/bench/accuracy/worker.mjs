import { parentPort, workerData } from 'node:worker_threads'
import { errorsOf } from './trials.mjs'

parentPort.postMessage(await errorsOf(workerData))
