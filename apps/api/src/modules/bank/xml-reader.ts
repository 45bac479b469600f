/** What an XML file tells, in document order; names without their namespace's prefix. */
export interface XmlHandler {
  /** `attributes`: the tag's text after the name, for `attributeOf`. */
  open(name: string, attributes: string): void
  /** `text`: what stood directly inside, decoded; comments and child elements left out. */
  close(name: string, text: string): void
}

/** The file is no well-formed XML, or uses what no bank needs (document types). */
export class XmlFault extends Error {}

const NAME = /^[\p{L}_][\p{L}\p{N}._:-]*$/u
const DEPTH_MAX = 64
const NAMES_MAX = 5_000
/** Longest text or tag, in characters. */
const REST_MAX = 4_000_000
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/**
 * Reads XML in pieces of any size, keeping only what is open: a file of any length in bounded memory. Checks that
 * tags nest and that there is one root; knows no document type, so that there are no entities to expand. Ten times
 * as fast as a general parser that builds a tree (`docs/decisions/bank-statement-files.md`).
 */
export class XmlReader {
  readonly #handler: XmlHandler
  readonly #names: string[] = []
  readonly #locals: string[] = []
  readonly #texts: string[] = []
  /** Local names by the names met: a file has few, and looking at each once is enough. */
  readonly #known = new Map<string, string>()
  #rest = ''
  /** How far into the markup in the rest its end was looked for, and the quote that was open there; 0 for none. */
  #looked = 0
  #open_quote = 0
  #is_root_done = false

  constructor(handler: XmlHandler) {
    this.#handler = handler
  }

  /** Reads on, looking at each character once. Throws `XmlFault`. */
  write(piece: string): void {
    const text = this.#rest + piece
    // A rest is markup from its beginning on, or has none.
    let start = this.#rest.startsWith('<') ? 0 : text.indexOf('<', this.#rest.length)
    let at = 0
    while (start >= 0) {
      const end = this.#endOfMarkup(text, start)
      if (start > at) this.#text(text.slice(at, start))
      if (end < 0) {
        this.#keep(text.slice(start))
        return
      }
      this.#markup(text, start, end)
      at = end
      start = text.indexOf('<', at)
    }
    // What follows the last tag is kept whole: an entity may be cut in the middle.
    this.#keep(text.slice(at))
  }

  /** Where the markup that begins at `start` ends; -1, having kept how far it looked, where it is not all there yet. */
  #endOfMarkup(text: string, start: number): number {
    const second = text.charCodeAt(start + 1)
    const end =
      second === 0x3f || second === 0x21
        ? endOfDeclaration(text, start, start + this.#looked)
        : this.#endOfTag(text, start)
    this.#looked = end < 0 ? text.length - start : 0
    if (end >= 0) this.#open_quote = 0
    return end
  }

  /** A ">" in a quoted value ends nothing. */
  #endOfTag(text: string, start: number): number {
    let open = this.#open_quote
    for (let at = start + this.#looked; ; ) {
      const end = text.indexOf('>', at)
      const until = end < 0 ? text.length : end
      for (; at < until; at += 1) {
        const mark = text.charCodeAt(at)
        if (open === mark) open = 0
        else if (open === 0 && (mark === 34 || mark === 39)) open = mark
      }
      this.#open_quote = open
      if (end < 0) return -1
      if (open === 0) return end + 1
      at = end + 1
    }
  }

  #keep(rest: string): void {
    if (rest.length > REST_MAX) throw new XmlFault('a text or tag is too long')
    this.#rest = rest
  }

  /** The file is over. Throws `XmlFault` where something is still open. */
  end(): void {
    if (this.#rest.includes('<')) throw new XmlFault('a tag is cut')
    this.#text(this.#rest)
    if (!this.#is_root_done) throw new XmlFault('the root element is not closed')
  }

  #text(raw: string): void {
    if (this.#names.length > 0) {
      const index = this.#texts.length - 1
      this.#texts[index] = (this.#texts[index] ?? '') + decoded(raw)
    } else if (/[^\s\uFEFF]/.test(raw)) throw new XmlFault('text outside of the root element')
  }

  #markup(text: string, start: number, end: number): void {
    const second = text.charCodeAt(start + 1)
    if (second === 0x2f) this.#close(this.#closed(text, start + 2, end - 1))
    else if (second === 0x21) this.#declaration(text.slice(start, end))
    else if (second !== 0x3f) this.#open(text.slice(start + 1, end - 1))
  }

  /** The name that a tag closes: the open one as it stands, without cutting it out anew. */
  #closed(text: string, start: number, end: number): string {
    const open = this.#names.at(-1) ?? ''
    if (end - start === open.length && text.startsWith(open, start)) return open
    return text.slice(start, end).trimEnd()
  }

  #declaration(markup: string): void {
    if (markup.startsWith('<!--')) return
    if (!markup.startsWith('<![CDATA[') || this.#names.length === 0) {
      throw new XmlFault('a document type or stray declaration')
    }
    const index = this.#texts.length - 1
    this.#texts[index] = (this.#texts[index] ?? '') + markup.slice(9, -3)
  }

  #open(inside: string): void {
    const is_empty = inside.endsWith('/')
    const tag = is_empty ? inside.slice(0, -1) : inside
    const space = spaceIn(tag)
    const name = space < 0 ? tag : tag.slice(0, space)
    if (this.#is_root_done || this.#names.length >= DEPTH_MAX)
      throw new XmlFault('more than one root, or too deep')
    this.#names.push(name)
    this.#texts.push('')
    const local = this.#localName(name)
    this.#locals.push(local)
    this.#handler.open(local, space < 0 ? '' : tag.slice(space))
    if (is_empty) this.#close(name)
  }

  #localName(name: string): string {
    const known = this.#known.get(name)
    if (known !== undefined) return known
    if (!NAME.test(name) || this.#known.size >= NAMES_MAX) throw new XmlFault('a malformed name, or too many')
    const local = name.slice(name.indexOf(':') + 1)
    this.#known.set(name, local)
    return local
  }

  #close(name: string): void {
    const open = this.#names.pop()
    const text = this.#texts.pop() ?? ''
    if (open !== name) throw new XmlFault(`${name} closes what is not open`)
    this.#handler.close(this.#locals.pop() ?? '', text)
    if (this.#names.length === 0) this.#is_root_done = true
  }
}

/** Where the first white space is; -1 where there is none. */
function spaceIn(tag: string): number {
  for (let at = 0; at < tag.length; at += 1) if (tag.charCodeAt(at) <= 32) return at
  return -1
}

/** The value of an attribute in a tag's text after its name; undefined where it is not there. */
export function attributeOf(attributes: string, name: string): string | undefined {
  const found = ATTRIBUTE.exec(attributes)
  if (found?.[1] === name && found[0].length === attributes.length) return attributeValue(found)
  for (const one of attributes.matchAll(ATTRIBUTES)) if (one[1] === name) return attributeValue(one)
  return undefined
}

// Most tags have one attribute: it is looked at without a search.
const ATTRIBUTE = /^\s+([^\s=]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/
const ATTRIBUTES = /\s([^\s=]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g

function attributeValue(found: RegExpMatchArray): string {
  return decoded(found[2] ?? found[3] ?? '')
}

/** Where a declaration, comment or instruction ends, which does not before `looked`; -1 where it is not all there yet. */
function endOfDeclaration(text: string, start: number, looked: number): number {
  if (text.charCodeAt(start + 1) === 0x3f) return after(text, '?>', Math.max(start, looked - 1))
  if (text.startsWith('<!--', start)) return after(text, '-->', Math.max(start + 4, looked - 2))
  if (text.startsWith('<![CDATA[', start)) return after(text, ']]>', Math.max(start, looked - 2))
  // Short of nine characters nobody can say yet which it is.
  return text.length - start < 9 ? -1 : after(text, '>', start)
}

function after(text: string, ends: string, from: number): number {
  const end = text.indexOf(ends, from)
  return end < 0 ? -1 : end + ends.length
}

function decoded(raw: string): string {
  if (!raw.includes('&')) return raw
  return raw.replace(/&([^;]*)(;?)/g, (_whole, entity: string, end: string) => {
    const known = ENTITIES[entity]
    if (end === '' || (known === undefined && !/^#(\d{1,7}|x[\da-fA-F]{1,6})$/.test(entity))) {
      throw new XmlFault(`an unknown entity`)
    }
    return known ?? characterOf(entity)
  })
}

function characterOf(reference: string): string {
  const code = reference.startsWith('#x')
    ? Number.parseInt(reference.slice(2), 16)
    : Number(reference.slice(1))
  const is_allowed =
    code === 9 ||
    code === 10 ||
    code === 13 ||
    (code >= 32 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff))
  if (!is_allowed) throw new XmlFault('a character that XML does not allow')
  return String.fromCodePoint(code)
}
