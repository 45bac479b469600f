/** A piece of XML that is well-formed; made by the functions here alone, so that no text gets into it as it stands. */
export class Xml {
  readonly text: string

  private constructor(text: string) {
    this.text = text
  }

  /** An element with a text, or with elements in this order; those that are null are left out, as are attributes. */
  static element(
    name: string,
    content: string | readonly (Xml | null)[],
    attributes: Readonly<Record<string, string | number | null>> = {},
  ): Xml {
    const inside =
      typeof content === 'string' ? escapedXml(content) : content.map((one) => one?.text ?? '').join('')
    return Xml.#around(name, attributes, inside)
  }

  /** An element whose text stands in a CDATA section, as VAST asks for addresses. */
  static verbatim(
    name: string,
    text: string,
    attributes: Readonly<Record<string, string | number | null>> = {},
  ): Xml {
    // The section's end can't stand in it: it is cut in two there.
    const inside = writableXml(text).replaceAll(']]>', ']]]]><![CDATA[>')
    return Xml.#around(name, attributes, `<![CDATA[${inside}]]>`)
  }

  static #around(
    name: string,
    attributes: Readonly<Record<string, string | number | null>>,
    inside: string,
  ): Xml {
    const given = Object.entries(attributes).flatMap(([key, value]) =>
      value === null ? [] : ` ${key}="${escapedXml(String(value))}"`,
    )
    return new Xml(`<${name}${given.join('')}>${inside}</${name}>`)
  }
}

/** A file with this one element. */
export function xmlDocument(root: Xml): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root.text}\n`
}

/** Removes what XML 1.0 can't contain, so that no name makes a file unreadable. */
export function writableXml(text: string): string {
  return text.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
}

/** A text as it stands in XML, in an attribute too. */
export function escapedXml(text: string): string {
  return writableXml(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
