// Loaded by `node --import` before any .ts file, so that an old Node gets a sentence and not a syntax error.
const LOWEST_MAJOR = 24

const major = Number(process.versions.node.split('.')[0])
if (major < LOWEST_MAJOR) {
  console.error(
    `Adtally needs Node ${LOWEST_MAJOR} or newer, and this is ${process.version}: on Linux \`npm ci\` brings it ` +
      '(run the command through `npm run`), elsewhere install it and try again.',
  )
  process.exit(1)
}
