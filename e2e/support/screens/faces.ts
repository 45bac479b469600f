/** A typeface that a system may use as its sans, with a file per weight. */
export interface Face {
  /** The family name in its files. */
  family: string
  files: readonly { weight: number; path: string }[]
}

const GOOGLE = 'node_modules/@expo-google-fonts'
const DEJAVU = 'node_modules/dejavu-fonts-ttf/ttf'

/**
 * The sans of customers' systems, from packages that only tests use: Linux's common ones, stand-ins for Windows's and
 * Apple's (Arimo has Arial's metrics, as Liberation Sans has), and Android's. Paths are from the root.
 */
export const FACES = [
  {
    family: 'DejaVu Sans',
    files: [
      { weight: 400, path: `${DEJAVU}/DejaVuSans.ttf` },
      { weight: 700, path: `${DEJAVU}/DejaVuSans-Bold.ttf` },
    ],
  },
  {
    family: 'Noto Sans',
    files: [
      { weight: 400, path: `${GOOGLE}/noto-sans/400Regular/NotoSans_400Regular.ttf` },
      { weight: 700, path: `${GOOGLE}/noto-sans/700Bold/NotoSans_700Bold.ttf` },
    ],
  },
  {
    family: 'Arimo',
    files: [
      { weight: 400, path: `${GOOGLE}/arimo/400Regular/Arimo_400Regular.ttf` },
      { weight: 700, path: `${GOOGLE}/arimo/700Bold/Arimo_700Bold.ttf` },
    ],
  },
  {
    family: 'Roboto',
    files: [
      { weight: 400, path: `${GOOGLE}/roboto/400Regular/Roboto_400Regular.ttf` },
      { weight: 500, path: `${GOOGLE}/roboto/500Medium/Roboto_500Medium.ttf` },
      { weight: 700, path: `${GOOGLE}/roboto/700Bold/Roboto_700Bold.ttf` },
    ],
  },
] as const satisfies readonly Face[]

/** The face for Thai, which all others lack. */
export const THAI_FACE = {
  family: 'Noto Sans Thai',
  files: [
    { weight: 400, path: `${GOOGLE}/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf` },
    { weight: 700, path: `${GOOGLE}/noto-sans-thai/700Bold/NotoSansThai_700Bold.ttf` },
  ],
} as const satisfies Face
