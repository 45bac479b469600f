import { onTestFinished } from 'vitest'
import { FACES, type Face, THAI_FACE } from '../../../../e2e/support/screens/faces.ts'

const STACK = '--default-font-family'

/** A name of its own, so that a local font of that name is not used instead. */
const nameOf = ({ family }: Face) => `Tried ${family}`

/** Loads every face; throws if a file is not a font. */
export async function loadFaces(): Promise<void> {
  const faces = [...FACES, THAI_FACE].flatMap((face: Face) =>
    face.files.map(
      ({ weight, path }) => new FontFace(nameOf(face), `url(/${path})`, { weight: String(weight) }),
    ),
  )
  await Promise.all(faces.map((face) => face.load()))
  for (const face of faces) document.fonts.add(face)
}

/** Makes a loaded face the app's until the test ends, whatever fonts the machine has. */
export function showFace(face: Face): void {
  const { style } = document.documentElement
  style.setProperty(STACK, `"${nameOf(face)}", "${nameOf(THAI_FACE)}"`)
  onTestFinished(() => {
    style.removeProperty(STACK)
  })
}
