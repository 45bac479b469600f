import type { Node } from 'oxc-parser'
import { faultsIn } from '../syntax.ts'
import { type Rule, type SourceFile, sources, type Violation } from '../tree.ts'

const WEAK =
  /^(md[245]|sha-?1|ripemd\w*|des\b.*|rc[24]\b.*|bf-.*|seed-.*|aes-\d+-(ecb|cbc|cfb\d*|ofb)|P-(192|224)|secp1\d\dr1|prime192v\d|secp224\w+|ES1|RS1|HS1)$/i
const RSA_BITS_MIN = 3072

/** Accepted weaker algorithms: the file, the algorithm, and the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  // Tells an answer from the previous one; nobody gains by forging equal ones.
  'apps/api/src/modules/statistics/content-tag.ts': 'sha1',
  // RFC 6238, as authenticator apps implement it: an HMAC, which SHA-1's collisions don't affect.
  'apps/api/src/modules/operators/sign-in/totp.ts': 'sha1',
  // The transaction password's wire form (SPEC §7); what is stored is Argon2id over an HMAC.
  'apps/api/src/demo/past/stage.ts': 'md5',
  'apps/api/src/demo/seed/seed-customers.ts': 'md5',
}

/**
 * Encryption, signatures and digests have at least 128 bits of strength (OWASP ASVS 5.0, V11.2.3): outside tests and
 * the exceptions here no weaker algorithm is named, and no RSA key is shorter than 3,072 bits.
 */
export const cryptographyIsStrong: Rule = (tree) =>
  sources(tree)
    .filter(({ path }) => /^(apps|packages)\//.test(path) && !/\.test\.tsx?$|\/testing\//.test(path))
    .flatMap(weaknesses)

function weaknesses(file: SourceFile): Violation[] {
  return faultsIn(file, (node) => {
    const weak = weakAlgorithm(node)
    return weak === null || EXCEPTIONS[file.path] === weak
      ? null
      : `${weak} has less than 128 bits of strength`
  })
}

function weakAlgorithm(node: Node): string | null {
  if (node.type === 'Literal' && typeof node.value === 'string' && WEAK.test(node.value)) return node.value
  const is_short_key =
    node.type === 'Property' &&
    node.key.type === 'Identifier' &&
    node.key.name === 'modulusLength' &&
    node.value.type === 'Literal' &&
    Number(node.value.value) < RSA_BITS_MIN
  return is_short_key ? 'an RSA key this short' : null
}
