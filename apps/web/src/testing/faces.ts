import { onTestFinished } from 'vitest'
import { FACES, type Face, THAI_FACE } from '../../../../e2e/support/screens/faces.ts'

const STACK = '--default-font-family'

/** Under a name of its own, so that a face that the machine has too is not taken for it. */
const nameOf = ({ family }: Face) => `Tried ${family}`

/** Makes every face ready to be shown; throws where a file of theirs is no font. */
export async function loadFaces(): Promise<void> {
  const faces = [...FACES, THAI_FACE].flatMap((face: Face) =>
    face.files.map(
      ({ weight, path }) => new FontFace(nameOf(face), `url(/${path})`, { weight: String(weight) }),
    ),
  )
  await Promise.all(faces.map((face) => face.load()))
  for (const face of faces) document.fonts.add(face)
}

/** Makes a face that was loaded the app's own until the test ends, whatever this machine has. */
export function showFace(face: Face): void {
  const { style } = document.documentElement
  style.setProperty(STACK, `"${nameOf(face)}", "${nameOf(THAI_FACE)}"`)
  onTestFinished(() => {
    style.removeProperty(STACK)
  })
}
