import { Integer, Utf8String } from 'asn1js'
import { AttributeTypeAndValue, Certificate } from 'pkijs'
import { DAY_MS } from '../../lib/time-zones.ts'

const KEY = { name: 'ECDSA', namedCurve: 'P-256' } as const
const COMMON_NAME = '2.5.4.3'

/** A key and a self-signed certificate for a host name, valid for two days, both as PEM. */
export async function tlsCertificate(hostname: string): Promise<{ key: string; cert: string }> {
  const { publicKey, privateKey } = await crypto.subtle.generateKey(KEY, true, ['sign', 'verify'])
  const certificate = new Certificate()
  certificate.version = 2
  certificate.serialNumber = new Integer({ value: 1 })
  for (const party of [certificate.subject, certificate.issuer]) {
    party.typesAndValues.push(
      new AttributeTypeAndValue({ type: COMMON_NAME, value: new Utf8String({ value: hostname }) }),
    )
  }
  certificate.notBefore.value = new Date(Date.now() - DAY_MS)
  certificate.notAfter.value = new Date(Date.now() + DAY_MS)
  await certificate.subjectPublicKeyInfo.importKey(publicKey)
  await certificate.sign(privateKey, 'SHA-256')
  return {
    key: pem('PRIVATE KEY', await crypto.subtle.exportKey('pkcs8', privateKey)),
    cert: pem('CERTIFICATE', certificate.toSchema(true).toBER(false)),
  }
}

function pem(label: string, der: ArrayBuffer): string {
  // No empty line, whatever the length: it would end the text (RFC 7468 §2).
  const lines = Buffer.from(der)
    .toString('base64')
    .replaceAll(/.{64}(?=.)/g, '$&\n')
  return `-----BEGIN ${label}-----\n${lines}\n-----END ${label}-----\n`
}
