import { writeFileSync } from 'node:fs'

const RECORD_BITS = 24
const SEPARATOR = Buffer.alloc(16)
const MARK = Buffer.from('\u{ab}\u{cd}\u{ef}MaxMind.com', 'latin1')
const [TEXT, UINT16, UINT32, MAP, UINT64, LIST] = [2, 5, 6, 7, 9, 11]
const LONG_TYPE_FROM = 8

/** A small file in MaxMind's format (MaxMind DB 2.0) that tells the numbers of these networks of IPv4, for tests. */
export function writeNetworkFile(path: string, networks: Readonly<Record<string, number>>): void {
  const data: Buffer[] = []
  const offsets = new Map<number, number>()
  let data_bytes = 0
  for (const asn of new Set(Object.values(networks))) {
    const record = map({ autonomous_system_number: uint(asn, UINT32) })
    offsets.set(asn, data_bytes)
    data.push(record)
    data_bytes += record.length
  }
  const nodes: (number | null)[][] = [[null, null]]
  const leaves = new Map<string, number>()
  for (const [network, asn] of Object.entries(networks)) {
    const [address = '', length = '32'] = network.split('/')
    const bits = address
      .split('.')
      .map((part) => Number(part).toString(2).padStart(8, '0'))
      .join('')
    let node = 0
    for (const [depth, bit] of [...bits.slice(0, Number(length))].entries()) {
      const side = Number(bit)
      if (depth === Number(length) - 1) leaves.set(`${node} ${side}`, offsets.get(asn) ?? 0)
      else {
        const next = nodes[node]?.[side] ?? nodes.push([null, null]) - 1
        const sides = nodes[node]
        if (sides) sides[side] = next
        node = next
      }
    }
  }
  const tree = nodes.map((sides, node) =>
    Buffer.concat(
      sides.map((next, side) => {
        const leaf = leaves.get(`${node} ${side}`)
        // What points behind the tree is data, and the first number behind it is nothing.
        const value = leaf === undefined ? (next ?? nodes.length) : nodes.length + SEPARATOR.length + leaf
        return bigEndian(value, RECORD_BITS / 8)
      }),
    ),
  )
  const metadata = map({
    node_count: uint(nodes.length, UINT32),
    record_size: uint(RECORD_BITS, UINT16),
    ip_version: uint(4, UINT16),
    database_type: text('Adtally-Test-ASN'),
    languages: field(LIST, 0, Buffer.alloc(0)),
    binary_format_major_version: uint(2, UINT16),
    binary_format_minor_version: uint(0, UINT16),
    build_epoch: uint(Date.UTC(2026, 10, 1) / 1_000, UINT64),
    description: map({}),
  })
  writeFileSync(path, Buffer.concat([...tree, SEPARATOR, ...data, MARK, metadata]))
}

function map(members: Readonly<Record<string, Buffer>>): Buffer {
  const content = Object.entries(members).flatMap(([name, value]) => [text(name), value])
  return field(MAP, Object.keys(members).length, Buffer.concat(content))
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value)
  return field(TEXT, bytes.length, bytes)
}

function uint(value: number, type: number): Buffer {
  const bytes = bigEndian(value, 8)
  const first = bytes.findIndex((byte) => byte !== 0)
  const content = first < 0 ? Buffer.alloc(0) : bytes.subarray(first)
  return field(type, content.length, content)
}

/** A control byte, a second one for later types, and one for a size from 29 on. */
function field(type: number, size: number, content: Buffer): Buffer {
  const small = Math.min(size, 29)
  const control = type < LONG_TYPE_FROM ? [(type << 5) | small] : [small, type - 7]
  return Buffer.concat([Buffer.from(size < 29 ? control : [...control, size - 29]), content])
}

function bigEndian(value: number, bytes: number): Buffer {
  const whole = Buffer.alloc(8)
  whole.writeBigUInt64BE(BigInt(value))
  return whole.subarray(8 - bytes)
}
