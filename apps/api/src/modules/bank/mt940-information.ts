/** What the bank's free text for a line (`:86:`) says about the other party. */
export interface Mt940Information {
  counterparty_name: string
  counterparty_account: string
  remittance: string
  /** The text calls the movement a return (`/RTRN/`). */
  is_return: boolean
}

/** Longest line of `:86:`: after a line this long, the text continues without a break. */
const LINE_LENGTH_MAX = 65
const SUBFIELD_LENGTH_MAX = 27
const CODES =
  /\/(ORDP|BENM|NAME|IBAN|BIC|CNTP|REMI|EREF|MARF|CSID|RTRN|TRTP|ADDR|ISDT|PREF|RTYP|PURP|ULTC|ULTD|OCMT|CHGS)\//

/**
 * Reads `:86:` in the forms banks use: subfields `?20` … `?63` (Germany, Austria, Poland), codes such as `/REMI/`
 * (SWIFT), or plain text.
 */
export function readInformation(lines: readonly string[]): Mt940Information {
  const joined = lines.join('')
  if (/^\d{3}\?|\?\d{2}/.test(joined.slice(0, 8))) return bySubfields(joined)
  if (CODES.test(joined)) return byCodes(lines.join(''))
  return { counterparty_name: '', counterparty_account: '', remittance: unfolded(lines), is_return: false }
}

function unfolded(lines: readonly string[]): string {
  return lines.reduce((text, line, index) => {
    const before = lines[index - 1] ?? ''
    return index === 0 || before.length >= LINE_LENGTH_MAX ? text + line : `${text} ${line}`
  }, '')
}

function bySubfields(text: string): Mt940Information {
  const parts = text.split(/\?(\d{2})/)
  let remittance = ''
  let [name, account] = ['', '']
  let is_full = false
  for (let index = 1; index < parts.length; index += 2) {
    const code = Number(parts[index])
    const value = parts[index + 1] ?? ''
    if ((code >= 20 && code <= 29) || (code >= 60 && code <= 63)) {
      remittance += remittance === '' || is_full ? value : ` ${value}`
      is_full = value.length >= SUBFIELD_LENGTH_MAX
    } else if (code === 31 || code === 38) account ||= value.trim()
    else if (code === 32 || code === 33) name += value
  }
  return {
    counterparty_name: name.trim(),
    counterparty_account: account,
    remittance,
    is_return: /\bRTRN\b|\bRETURN\+/.test(remittance),
  }
}

function byCodes(text: string): Mt940Information {
  const told = new Map<string, string>()
  const parts = text.split(CODES)
  for (let index = 1; index < parts.length; index += 2) {
    const code = parts[index] ?? ''
    const value = (parts[index + 1] ?? '').replace(/^\/|\/$/g, '').trim()
    if (value !== '' && !told.has(code)) told.set(code, value)
    else if (code === 'RTRN') told.set(code, value)
  }
  const [account = '', , name = ''] = (told.get('CNTP') ?? '').split('/')
  return {
    counterparty_name: told.get('NAME') ?? name,
    counterparty_account: told.get('IBAN') ?? account,
    remittance: [told.get('REMI'), told.get('EREF')].filter(Boolean).join(' '),
    is_return: told.has('RTRN'),
  }
}
