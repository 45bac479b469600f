import { SaxesParser } from 'saxes'

/** The events of an XML file in document order; names come without their namespace prefix. */
export interface XmlHandler {
  open(name: string, attributes: Readonly<Record<string, string>>): void
  /** `text` is the decoded text directly inside, without comments and child elements. */
  close(name: string, text: string): void
}

/** The file is not well-formed XML, or has a document type, which no bank needs. */
export class XmlFault extends Error {}

const DEPTH_MAX = 64
/** Longest text, tag or comment, in characters. */
const UNENDED_MAX = 4_000_000

interface OpenElement {
  name: string
  text: string
}

/**
 * Reads XML in pieces of any size and keeps only the open elements, so memory is bounded for any length
 * (`docs/decisions/bank-statement-files.md`). Document types are refused, so there are no entities to expand.
 */
export class XmlReader {
  readonly #handler: XmlHandler
  readonly #parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false })
  readonly #open: OpenElement[] = []
  #unended = 0

  constructor(handler: XmlHandler) {
    this.#handler = handler
    const parser = this.#parser
    // With one more handler the engine keeps the parser's properties in a table, and reading takes six times as long.
    parser.on('error', refuse)
    parser.on('doctype', () => refuse(new Error('it has a document type, which is not read')))
    parser.on('opentag', ({ name, attributes }) => this.#begin(localName(name), attributes))
    parser.on('closetag', () => this.#finish())
    parser.on('text', (text) => this.#add(text))
    parser.on('cdata', (text) => this.#add(text))
    parser.on('comment', () => this.#ended())
  }

  /** Reads a further piece. Throws `XmlFault`. */
  write(piece: string): void {
    this.#unended += piece.length
    this.#parser.write(piece)
    if (this.#unended > UNENDED_MAX) refuse(new Error('a tag is too long'))
  }

  /** Ends the file. Throws `XmlFault` where an element is still open. */
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
