/** A catalogue as written: nested groups of ICU messages. */
export interface Catalogue {
  [key: string]: string | Catalogue
}

/** A catalogue's messages by dotted key, such as `wallet.setPassword.title`. */
export function flatten(catalogue: Catalogue, prefix = ''): Map<string, string> {
  const messages = new Map<string, string>()
  for (const [key, value] of Object.entries(catalogue)) {
    const path = prefix === '' ? key : `${prefix}.${key}`
    if (typeof value === 'string') messages.set(path, value)
    else for (const [inner, message] of flatten(value, path)) messages.set(inner, message)
  }
  return messages
}

/** A catalogue with another's messages in the place of its own. */
export function overlaid(catalogue: Catalogue, over: Catalogue): Catalogue {
  const all: Catalogue = { ...catalogue }
  for (const [key, message] of Object.entries(over)) {
    const own = all[key]
    all[key] = typeof message === 'string' || typeof own !== 'object' ? message : overlaid(own, message)
  }
  return all
}

export type KeyOf<T> = {
  [K in keyof T & string]: T[K] extends string ? K : `${K}.${KeyOf<T[K]>}`
}[keyof T & string]
