import type { Picture } from './pictures.ts'

const STYLE = `
  body { margin: 1rem; font: 14px/1.4 system-ui, sans-serif; background: #888; color: #fff }
  nav { position: sticky; top: 0; padding: .5rem 0; background: #888 }
  nav a { margin-right: .75rem; color: inherit; white-space: nowrap }
  section div { display: flex; gap: 1rem; overflow-x: auto; align-items: flex-start }
  figure { margin: 0; flex: none }
  img { display: block; width: 260px; background: #999 }
  .wide img { width: 480px }`

/** A page with every picture, route by route, and the failures first. */
export function indexPage(pictures: readonly Picture[], failures: readonly string[]): string {
  const paths = [...new Set(pictures.map(({ screen }) => screen.path))]
  const links = paths.map((path) => `<a href="#${anchor(path)}">${escaped(path)}</a>`)
  const sections = paths.map((path) => section(path, pictures))
  const missed = failures.map((failure) => `<li>${escaped(failure)}</li>`)
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Screens</title><style>${STYLE}</style>
<p>${pictures.length} pictures, ${failures.length} failed</p><ul>${missed.join('')}</ul>
<nav>${links.join('')}</nav>
${sections.join('\n')}
</html>
`
}

function section(path: string, pictures: readonly Picture[]): string {
  const figures = pictures.filter(({ screen }) => screen.path === path).map(figure)
  return `<section id="${anchor(path)}"><h2>${escaped(path)}</h2><div>${figures.join('')}</div></section>`
}

function figure({ language, appearance, size, file }: Picture): string {
  const [width = '0'] = size.split('x')
  const caption = `${language} · ${appearance} · ${size}`
  const kind = Number(width) > 750 ? ' class="wide"' : ''
  return `<figure${kind}><figcaption>${caption}</figcaption><a href="${file}"><img loading="lazy" alt="${caption}" src="${file}"></a></figure>`
}

function anchor(path: string): string {
  return path.slice(1).replaceAll('/', '-')
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
