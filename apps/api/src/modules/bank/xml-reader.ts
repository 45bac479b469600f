import { SaxesParser } from 'saxes'

/** What an XML file tells, in document order; names without their namespace's prefix. */
export interface XmlHandler {
  open(name: string, attributes: Readonly<Record<string, string>>): void
  /** `text`: what stood directly inside, decoded; comments and child elements left out. */
  close(name: string, text: string): void
}

/** The file is no well-formed XML, or uses what no bank needs (document types). */
export class XmlFault extends Error {}

const DEPTH_MAX = 64
/** Longest text, tag or comment, in characters. */
const UNENDED_MAX = 4_000_000

interface OpenElement {
  name: string
  text: string
}

/**
 * Reads XML in pieces of any size, keeping only what is open: a file of any length in bounded memory
 * (`docs/decisions/bank-statement-files.md`). Takes no document type, so that there are no entities to expand.
 */
export class XmlReader {
  readonly #handler: XmlHandler
  readonly #parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false })
  readonly #open: OpenElement[] = []
  #unended = 0

  constructor(handler: XmlHandler) {
    this.#handler = handler
    const parser = this.#parser
    // With one handler more the engine keeps the parser's properties in a table, and reading takes six times as long.
    parser.on('error', refuse)
    parser.on('doctype', () => refuse(new Error('it has a document type, which is not read')))
    parser.on('opentag', ({ name, attributes }) => this.#begin(localName(name), attributes))
    parser.on('closetag', () => this.#finish())
    parser.on('text', (text) => this.#add(text))
    parser.on('cdata', (text) => this.#add(text))
    parser.on('comment', () => this.#ended())
  }

  /** Reads on. Throws `XmlFault`. */
  write(piece: string): void {
    this.#unended += piece.length
    this.#parser.write(piece)
    if (this.#unended > UNENDED_MAX) refuse(new Error('a tag is too long'))
  }

  /** The file is over. Throws `XmlFault` where something is still open. */
  end(): void {
    this.#parser.close()
  }

  #begin(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#ended()
    if (this.#open.length >= DEPTH_MAX) refuse(new Error('its elements are nested too deep'))
    this.#open.push({ name, text: '' })
    this.#handler.open(name, attributes)
  }

  #finish(): void {
    this.#ended()
    const element = this.#open.pop()
    if (element) this.#handler.close(element.name, element.text)
  }

  #add(text: string): void {
    this.#ended()
    const element = this.#open.at(-1)
    if (!element) return
    element.text += text
    if (element.text.length > UNENDED_MAX) refuse(new Error('a text is too long'))
  }

  #ended(): void {
    this.#unended = 0
  }
}

function refuse(cause: Error): never {
  throw new XmlFault(cause.message, { cause })
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
