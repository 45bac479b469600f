// Runs after `npm ci`. npm 10, which Node 20 brings, drops the `node` command of the pinned package again when it
// leaves out the package for the other processor; without it `npm run` would find the machine's own, older Node.
import { existsSync, symlinkSync } from 'node:fs'

const modules = new URL('../node_modules/', import.meta.url)
const pinned = `node-${process.platform}-${process.arch}/bin/node`
const command = new URL('.bin/node', modules)
if (existsSync(new URL(pinned, modules)) && !existsSync(command)) symlinkSync(`../${pinned}`, command)
