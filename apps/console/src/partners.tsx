import '@adtally/client/jitless.ts'
import './app/main.css'
import { PARTNERS } from './app/partners.ts'
import { start } from './app/start.tsx'

await start(PARTNERS)
