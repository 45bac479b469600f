import { randomBytes } from 'node:crypto'
import { Integer, Utf8String } from 'asn1js'
import { AttributeTypeAndValue, BasicConstraints, Certificate, Extension } from 'pkijs'

const RSA = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 3072,
  publicExponent: new Uint8Array([1, 0, 1]),
} as const
const COMMON_NAME = '2.5.4.3'
const BASIC_CONSTRAINTS = '2.5.29.19'
const KEY_USAGE = '2.5.29.15'
/** digitalSignature and nonRepudiation, as a DER bit string. */
const SIGNS_DOCUMENTS = new Uint8Array([0x03, 0x02, 0x06, 0xc0])
const VALID_YEARS = 20

/** A new RSA key and its self-signed certificate, valid from the year before `now`; both DER. */
export async function makeCertificate(
  name: string,
  now: Date,
): Promise<{ key: Buffer; certificate: Buffer }> {
  const { publicKey, privateKey } = await crypto.subtle.generateKey(RSA, true, ['sign', 'verify'])
  const certificate = new Certificate()
  certificate.version = 2
  certificate.serialNumber = new Integer({ valueHex: positive(randomBytes(16)) })
  for (const party of [certificate.subject, certificate.issuer]) {
    party.typesAndValues.push(
      new AttributeTypeAndValue({ type: COMMON_NAME, value: new Utf8String({ value: name }) }),
    )
  }
  certificate.notBefore.value = new Date(Date.UTC(now.getUTCFullYear() - 1, 0, 1))
  certificate.notAfter.value = new Date(Date.UTC(now.getUTCFullYear() + VALID_YEARS, 0, 1))
  certificate.extensions = [
    new Extension({
      extnID: BASIC_CONSTRAINTS,
      critical: true,
      extnValue: new BasicConstraints({ cA: false }).toSchema().toBER(false),
    }),
    new Extension({ extnID: KEY_USAGE, critical: true, extnValue: SIGNS_DOCUMENTS.buffer }),
  ]
  await certificate.subjectPublicKeyInfo.importKey(publicKey)
  await certificate.sign(privateKey, 'SHA-256')
  return {
    key: Buffer.from(await crypto.subtle.exportKey('pkcs8', privateKey)),
    certificate: Buffer.from(certificate.toSchema(true).toBER(false)),
  }
}

/** Makes a serial number positive: its first bit must be 0. */
function positive(bytes: Buffer): ArrayBuffer {
  const copy = Uint8Array.from(bytes)
  copy[0] = ((copy[0] ?? 0) & 0x7f) | 0x40
  return copy.buffer
}
