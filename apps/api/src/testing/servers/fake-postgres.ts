import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { portOf } from '../../lib/addresses/port-of.ts'

/** A server that poses as a PostgreSQL. */
export interface FakeServer {
  /** Its address, for DATABASE_URL. */
  url: string
  /** The statements it received; `(more)` for anything but a simple query. */
  asked: string[]
  close(): Promise<void>
}

const TLS_REQUEST = 80_877_103
const TEXT_OID = 25
const BOOLEAN_OID = 16

/**
 * Speaks enough of PostgreSQL's protocol to accept any login and answer the statements in `answers`, matched by their
 * beginning, each with one row of texts and booleans (`t`, `f`); any other is an error.
 */
export async function fakePostgres(
  answers: Readonly<Record<string, Readonly<Record<string, string>>>>,
): Promise<FakeServer> {
  const asked: string[] = []
  const fake = await somethingElse((socket) => {
    let received = Buffer.alloc(0)
    let is_in = false
    socket.on('data', (bytes) => {
      received = Buffer.concat([received, bytes])
      for (;;) {
        const at = is_in ? 1 : 0
        if (received.length < at + 4) return
        const end = at + received.readInt32BE(at)
        if (received.length < end) return
        const message = received.subarray(0, end)
        received = received.subarray(end)
        if (is_in) answer(socket, message, answers, asked)
        else if (message.readInt32BE(4) === TLS_REQUEST) socket.write('N')
        else {
          is_in = true
          socket.write(Buffer.concat([packet('R', int32(0)), READY]))
        }
      }
    })
  })
  return { ...fake, asked }
}

/** A server that treats connections as it is told, and need not be a PostgreSQL at all. */
export async function somethingElse(
  onConnection: (socket: Socket) => void,
): Promise<Omit<FakeServer, 'asked'>> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    onConnection(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `postgres://somebody:word@127.0.0.1:${portOf(server)}/somewhere`,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

function answer(
  socket: Socket,
  message: Buffer,
  answers: Readonly<Record<string, Readonly<Record<string, string>>>>,
  asked: string[],
): void {
  const kind = String.fromCharCode(message[0] ?? 0)
  if (kind === 'X') return
  const text = kind === 'Q' ? message.toString('utf8', 5, message.length - 1) : '(more)'
  asked.push(text.trim())
  const row = Object.entries(answers).find(([beginning]) => text.trim().startsWith(beginning))?.[1]
  if (row === undefined) {
    socket.write(Buffer.concat([packet('E', Buffer.from('SERROR\0C42601\0Mnot known\0\0')), READY]))
    return
  }
  const columns = Object.entries(row).map(([name, value]) =>
    Buffer.concat([
      Buffer.from(`${name}\0`),
      int32(0),
      int16(0),
      int32(/^[tf]$/.test(value) ? BOOLEAN_OID : TEXT_OID),
      int16(-1),
      int32(-1),
      int16(0),
    ]),
  )
  const values = Object.values(row).map((value) =>
    Buffer.concat([int32(Buffer.byteLength(value)), Buffer.from(value)]),
  )
  socket.write(
    Buffer.concat([
      packet('T', int16(columns.length), ...columns),
      packet('D', int16(values.length), ...values),
      packet('C', Buffer.from('SELECT 1\0')),
      READY,
    ]),
  )
}

function packet(kind: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from(kind), int32(body.length + 4), body])
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeInt16BE(value)
  return bytes
}

const READY = packet('Z', Buffer.from('I'))
