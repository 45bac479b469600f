// Runs after `npm ci`. npm 10, which comes with Node 20, removes the pinned package's `node` command when it skips
// the package for the other processor; `npm run` would then use the machine's own, older Node.
import { existsSync, symlinkSync } from 'node:fs'

const modules = new URL('../node_modules/', import.meta.url)
const pinned = `node-${process.platform}-${process.arch}/bin/node`
const command = new URL('.bin/node', modules)
if (existsSync(new URL(pinned, modules)) && !existsSync(command)) symlinkSync(`../${pinned}`, command)
