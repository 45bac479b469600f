import '@adtally/client/jitless.ts'
import './app/main.css'
import { OFFICE } from './app/office.ts'
import { start } from './app/start.tsx'

await start(OFFICE)
