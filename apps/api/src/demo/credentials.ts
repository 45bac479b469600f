import type { SecretFor } from '../secrets.ts'

const WORDS = (
  'amber anchor apple arrow aspen autumn badge basil beacon birch bishop bottle bramble breeze bridge bronze candle canyon ' +
  'carbon castle cedar cherry cinder citrus clover cobalt comet copper coral cotton crane crystal dapple delta desert dune ' +
  'eagle ember fable falcon fern fiddle flint forest garnet glacier granite harbor hazel heron hollow indigo island ivory ' +
  'jasper juniper kestrel lagoon lantern laurel linen maple'
).split(' ')

/** A password derived from the data folder's secret: it survives any crash, and only the folder's owner knows it. */
export function demoPassword(secret: SecretFor, username: string): string {
  const bytes = secret(`demo-password:${username}`)
  const words = [0, 1, 2].map((index) => WORDS[bytes.readUInt16BE(index * 2) % WORDS.length])
  return `${words.join('-')}-${1000 + (bytes.readUInt16BE(8) % 9000)}`
}

/** Six digits, derived as above. */
export function demoTransactionPassword(secret: SecretFor, username: string): string {
  return String(secret(`demo-transaction-password:${username}`).readUInt32BE(0) % 1_000_000).padStart(6, '0')
}
