// Loaded with `node --import` first, so that an unfit machine gets a sentence instead of an obscure error.
import { accessSync, constants } from 'node:fs'
import { tmpdir } from 'node:os'

const LOWEST_MAJOR = 24

/** What this machine lacks, in a sentence; null if nothing. */
function whatLacks() {
  if (process.platform === 'win32') {
    return 'Adtally runs on Linux and macOS: on Windows, run it inside WSL (`wsl --install`).'
  }
  const major = Number(process.versions.node.split('.')[0])
  if (major < LOWEST_MAJOR) {
    return (
      `Adtally needs Node ${LOWEST_MAJOR} or newer, and this is ${process.version}: \`npm ci\` brings it ` +
      '(run the command through `npm run`); where it did not, install it and try again.'
    )
  }
  try {
    accessSync(tmpdir(), constants.R_OK | constants.W_OK | constants.X_OK)
    return null
  } catch {
    return `Temporary files can't be kept in ${tmpdir()}: make that folder, or set TMPDIR to one that this user may write to.`
  }
}

const lack = whatLacks()
if (lack !== null) {
  console.error(lack)
  process.exit(1)
}
