import sharp from 'sharp'

/** A signature as drawn on a phone's screen, on a transparent ground. Always the same bytes. */
export async function drawSignature(): Promise<Buffer> {
  const stroke = '<path d="M20 90 C 60 10 110 160 190 40 S 260 80 290 30"/>'
  const svg = `<svg width="300" height="120"><g stroke="black" fill="none" stroke-width="5">${stroke}</g></svg>`
  return await sharp(Buffer.from(svg)).png().toBuffer()
}
