import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CryptoKeySigner, P12Signer } from '@libpdf/core'
import * as z from 'zod/mini'
import { codeOf, messageOf, StartError } from '../../database/start-error.ts'
import { writeOnce } from '../../database/write-once.ts'
import type { Settings } from '../../settings.ts'

export interface Sealer {
  signer: CryptoKeySigner | P12Signer
  certificate_sha256: Buffer
}

const keptFile = z.strictObject({ key: z.base64(), certificate: z.base64() })
type KeptFile = z.infer<typeof keptFile>

/**
 * The sealer of this program: the operator's certificate if set; else, in a sandbox, one made into the data folder
 * when first needed; in live, none. Throws `StartError` where the setting can't be used.
 */
export function sealerOf(settings: Settings): (now: Date) => Promise<Sealer | null> {
  const { signing_certificate } = settings
  let opening: Promise<Sealer> | null = null
  const open = (now: Date) =>
    signing_certificate
      ? openP12(signing_certificate.path, signing_certificate.password)
      : openKept(settings, now)
  return async (now) => {
    if (!signing_certificate && settings.ledger_mode === 'live') return null
    opening ??= open(now)
    return await opening.catch((error: unknown) => {
      opening = null
      throw error
    })
  }
}

async function openP12(path: string, password: string): Promise<Sealer> {
  const { P12Signer } = await import('@libpdf/core')
  try {
    const signer = await P12Signer.create(await readFile(path), password)
    return { signer, certificate_sha256: sha256(signer.certificate) }
  } catch (error) {
    throw new StartError(`SIGNING_CERTIFICATE can't be used: ${messageOf(error)}.`)
  }
}

async function openKept({ data_dir, brand, legal_entity }: Settings, now: Date): Promise<Sealer> {
  const path = join(data_dir, 'contract-signing.json')
  const kept =
    readKept(path) ?? (await makeKept(data_dir, path, `${legal_entity ?? brand.name} (sandbox)`, now))
  const certificate = Buffer.from(kept.certificate, 'base64')
  const key = await crypto.subtle.importKey(
    'pkcs8',
    Buffer.from(kept.key, 'base64'),
    { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
    false,
    ['sign'],
  )
  const { CryptoKeySigner } = await import('@libpdf/core')
  const signer = new CryptoKeySigner(key, certificate, 'RSA', 'RSASSA-PKCS1-v1_5')
  return { signer, certificate_sha256: sha256(certificate) }
}

/** Two processes that start together get the same key. */
async function makeKept(data_dir: string, path: string, name: string, now: Date): Promise<KeptFile> {
  const { makeCertificate } = await import('./make-certificate.ts')
  const { key, certificate } = await makeCertificate(name, now)
  writeOnce(data_dir, path, { key: key.toString('base64'), certificate: certificate.toString('base64') })
  const kept = readKept(path)
  if (!kept) throw new StartError(`${path} can't be read after it was written.`)
  return kept
}

function readKept(path: string): KeptFile | null {
  try {
    return z.parse(keptFile, JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

function sha256(content: Uint8Array): Buffer {
  return createHash('sha256').update(content).digest()
}
