import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:https'
import { buffer, text } from 'node:stream/consumers'
import { type WebPushPayload, webPushPayload } from '@adtally/contract/service/webpush.ts'
import { importJWK, jwtVerify } from 'jose'
import * as z from 'zod/mini'
import { tlsCertificate } from '../../../testing/servers/tls-certificate.ts'
import type { DeviceSubscription } from '../device-subscription.ts'

const SALT_BYTES = 16

/** A browser's keys for reading its messages. */
export interface BrowserKeys {
  pair: ECDH
  auth: Buffer
}

/** Makes keys as a browser does for a subscription. */
export function browserKeys(): BrowserKeys {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  return { pair, auth: randomBytes(16) }
}

/** Decrypts a message as a browser does by RFC 8291 and RFC 8188; written from these, without any library. */
export function readEncrypted({ pair, auth }: BrowserKeys, body: Buffer): Buffer {
  const salt = body.subarray(0, SALT_BYTES)
  const key_length = body.readUInt8(SALT_BYTES + 4)
  const sender = body.subarray(SALT_BYTES + 5, SALT_BYTES + 5 + key_length)
  const record = body.subarray(SALT_BYTES + 5 + key_length)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender])
  const material = Buffer.from(hkdfSync('sha256', pair.computeSecret(sender), auth, info, 32))
  const derive = (what: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', material, salt, `Content-Encoding: ${what}\0`, bytes))
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  const end = padded.lastIndexOf(2)
  if (padded.subarray(end + 1).some((byte) => byte !== 0))
    throw new Error('what follows the text is no padding')
  return padded.subarray(0, end)
}

/** One received message, and who signed it. */
export interface Received {
  payload: WebPushPayload
  bytes: number
  ttl_s: number
  urgency: string
  /** The key that signed it, in base64url. */
  public_key: string
  audience: string
  contact: string
}

/** A device of this push service. */
export interface TestDevice {
  subscription: DeviceSubscription
  received: Received[]
  /** Answers to the next tries, in turn; by default 201. */
  answers: { status: number; headers?: Record<string, string>; after?: Promise<void> }[]
}

/** The test's own push service on this machine, over TLS with a self-signed certificate. */
export interface PushService {
  certificate: string
  port: number
  /** Requests for devices that do not exist. */
  strays: string[]
  /** A browser that can turn notifications on. */
  newDevice(): TestDevice
  stop(): Promise<void>
}

const signature = /^vapid t=([\w-]+\.[\w-]+\.[\w-]+), k=([\w-]+)$/
const claims = z.object({ aud: z.string(), exp: z.number(), sub: z.string() })

async function signerOf(field: string | undefined) {
  const [, token = '', public_key = ''] = signature.exec(field ?? '') ?? []
  const point = Buffer.from(public_key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const key = await importJWK({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, 'ES256')
  const { aud, exp, sub } = z.parse(claims, (await jwtVerify(token, key)).payload)
  if (exp > Date.now() / 1000 + 24 * 3600) throw new Error('signed for longer than a day (RFC 8292 §2)')
  return { public_key, audience: aud, contact: sub }
}

/** Starts a push service; `hostname` is the one in its devices' addresses. */
export async function startPushService(hostname: string): Promise<PushService> {
  const { key, cert } = await tlsCertificate(hostname)
  const devices = new Map<string, { device: TestDevice; keys: BrowserKeys }>()
  const strays: string[] = []
  const server: Server = createServer({ key, cert }, async (request, reply) => {
    const found = devices.get(request.url ?? '')
    if (!found) {
      strays.push(`${request.method} ${request.url} ${await text(request)}`)
      reply.writeHead(404).end()
      return
    }
    const { device, keys } = found
    const body = await buffer(request)
    const answer: TestDevice['answers'][number] = device.answers.shift() ?? { status: 201 }
    if (request.headers['content-encoding'] !== 'aes128gcm') answer.status = 400
    const signer = await signerOf(request.headers.authorization)
    const payload = z.parse(webPushPayload, JSON.parse(readEncrypted(keys, body).toString('utf8')))
    device.received.push({
      payload,
      bytes: body.length,
      ttl_s: Number(request.headers.ttl),
      urgency: String(request.headers.urgency),
      ...signer,
    })
    await answer.after
    reply.writeHead(answer.status, answer.headers).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the push service has no port')
  const { port } = address
  return {
    certificate: cert,
    port,
    strays,
    newDevice() {
      const keys = browserKeys()
      const path = `/push/${randomBytes(32).toString('base64url')}`
      const subscription = {
        endpoint: `https://${hostname}:${port}${path}`,
        p256dh: keys.pair.getPublicKey('base64url'),
        auth: keys.auth.toString('base64url'),
      }
      const device: TestDevice = { subscription, received: [], answers: [] }
      devices.set(path, { device, keys })
      return device
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
