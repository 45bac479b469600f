import { parentPort, workerData } from 'node:worker_threads'
import { filmFactsOf } from './film-facts.ts'

parentPort?.postMessage(filmFactsOf(workerData))
