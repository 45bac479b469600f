import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { bech32, bech32m, createBase58check } from '@scure/base'
import { electronicFormatIBAN, isValidIBAN } from 'ibantools'

/** Networks whose addresses carry a checksum that is verified here. */
export type Network = 'bitcoin' | 'ethereum' | 'tron'

const base58check = createBase58check(sha256)

/** Whether it is a card number: 12 to 19 digits whose last is the Luhn check digit (ISO/IEC 7812-1). */
export function isCardNumber(digits: string): boolean {
  if (!/^\d{12,19}$/.test(digits)) return false
  let sum = 0
  for (let place = 0; place < digits.length; place += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - place) - 48
    const doubled = place % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/** Whether it is an IBAN with its country's form and check digits (ISO 13616), or else 5 to 20 digits. */
export function isAccountNumber(compact: string): boolean {
  return /^[A-Za-z]/.test(compact)
    ? isValidIBAN(electronicFormatIBAN(compact) ?? '')
    : /^\d{5,20}$/.test(compact)
}

/** Whether it is an address of `network` with a correct checksum; an Ethereum address in one case has none. */
export function isWalletAddress(network: Network, address: string): boolean {
  switch (network) {
    case 'bitcoin':
      return isBitcoinAddress(address)
    case 'ethereum':
      return isChecksummedEthereumAddress(address)
    case 'tron':
      return hasBase58Payload(address, [0x41], 21)
  }
}

/** Removes the spaces and dashes that people group it with. */
export function compactAccountNumber(account_number: string): string {
  return account_number.replace(/[\s-]/g, '')
}

function isBitcoinAddress(address: string): boolean {
  if (/^bc1/i.test(address)) return isSegwitAddress(address)
  return hasBase58Payload(address, [0x00, 0x05], 21)
}

/** BIP 173 for version 0, BIP 350 for later ones. */
function isSegwitAddress(address: string): boolean {
  for (const [encoding, isVersion] of [
    [bech32, (version: number) => version === 0],
    [bech32m, (version: number) => version >= 1 && version <= 16],
  ] as const) {
    const decoded = encoding.decodeUnsafe(address, 90)
    const version = decoded?.words[0]
    if (!decoded || version === undefined || decoded.prefix !== 'bc' || !isVersion(version)) continue
    const program = encoding.fromWordsUnsafe(decoded.words.slice(1))
    if (!program) return false
    return version === 0
      ? program.length === 20 || program.length === 32
      : program.length >= 2 && program.length <= 40
  }
  return false
}

function hasBase58Payload(address: string, versions: readonly number[], length: number): boolean {
  try {
    const payload = base58check.decode(address)
    return payload.length === length && versions.includes(payload[0] ?? -1)
  } catch {
    return false
  }
}

/** ERC-55: the case of each letter is its checksum. */
function isChecksummedEthereumAddress(address: string): boolean {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) return false
  const plain = address.slice(2).toLowerCase()
  const hash = bytesToHex(keccak_256(utf8ToBytes(plain)))
  const expected = [...plain]
    .map((letter, place) => (Number.parseInt(hash.charAt(place), 16) >= 8 ? letter.toUpperCase() : letter))
    .join('')
  return address.slice(2) === expected
}
