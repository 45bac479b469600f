import { readFileSync, writeFileSync } from 'node:fs'
import { ROOT } from './run/command.ts'
import { completed, leftOutOf, parseLock } from './run/lock.ts'

/** `npm run lock`, after `npm install` changed the lock: adds what other platforms need and npm left out. */
const path = `${ROOT}package-lock.json`
const lock = parseLock(readFileSync(path, 'utf8'))
const left_out = leftOutOf(lock)
if (left_out.length > 0) writeFileSync(path, `${JSON.stringify(completed(lock), null, 2)}\n`)
console.log(`package-lock.json: ${left_out.length} optional packages added`)
