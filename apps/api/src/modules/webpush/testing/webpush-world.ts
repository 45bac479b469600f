import { webPushTurnOn } from '@adtally/contract/service/webpush.ts'
import { onTestFinished } from 'vitest'
import { type TestProgram, testProgram } from '../../../testing/servers/test-program.ts'
import { testSettings } from '../../../testing/servers/test-services.ts'
import { type BuiltCustomer, buildCustomer } from '../../../testing/worlds/build-customer.ts'
import { asRole } from '../../as-role.ts'
import { type CustomerNotice, tellCustomer } from '../../customer-notice.ts'
import { sendDue } from '../deliver.ts'
import { type PushService, startPushService, type TestDevice } from './push-service.ts'

const HOST = 'push.example'

/** A program that sends to the test's own push service. */
export interface WebPushWorld {
  p: TestProgram
  service: PushService
  /** The addresses of host names; the push service's is this machine. */
  names: Map<string, string[]>
  /** A customer who has turned on notifications on one device. */
  customerWithDevice(): Promise<{ customer: BuiltCustomer; device: TestDevice }>
  turnOn(token: string, device: TestDevice): Promise<void>
  /** Notifies a customer and runs everything that follows, except sending. */
  notify(customer_id: string, message: string, values?: CustomerNotice['values']): Promise<void>
  /** Sends as the worker does. */
  send(): Promise<number>
  rows(table: 'devices' | 'messages'): Promise<Record<string, unknown>[]>
  close(): Promise<void>
}

/** Starts both. Call it in `beforeAll`, and `close` in `afterAll`. */
export async function webPushWorld(): Promise<WebPushWorld> {
  const service = await startPushService(HOST)
  const p = await testProgram({ settings: testSettings({ PUSH_SERVICES: 'this_machine' }) })
  const names = new Map([[HOST, ['127.0.0.1']]])
  const { bounds } = p.services.webpush
  bounds.certificate_authority = service.certificate
  bounds.resolve = async (name) => names.get(name) ?? Promise.reject(new Error('ENOTFOUND'))
  const turnOn = async (token: string, device: TestDevice) => {
    const { code } = await p.call(webPushTurnOn, device.subscription, { token })
    if (code !== 200) throw new Error(`notifications were not turned on: ${code}`)
  }
  return {
    p,
    service,
    names,
    turnOn,
    async customerWithDevice() {
      const customer = await buildCustomer(p.services)
      const device = service.newDevice()
      await turnOn(customer.token, device)
      return { customer, device }
    },
    async notify(customer_id, message, values = {}) {
      await p.services.database.transaction({ kind: 'system' }, (tx) =>
        tellCustomer(tx, customer_id, { message, values }),
      )
      await p.drain()
    },
    send: () => sendDue(asRole(p.services, 'worker')),
    rows: (table) => p.db.asOwner(`select * from webpush.${table}`),
    async close() {
      await p.close()
      await service.stop()
    },
  }
}

/** Resolves the push service's name to other addresses for the rest of a test. */
export function leadElsewhere({ names }: WebPushWorld, ...addresses: string[]): void {
  names.set(HOST, addresses)
  onTestFinished(() => void names.set(HOST, ['127.0.0.1']))
}
