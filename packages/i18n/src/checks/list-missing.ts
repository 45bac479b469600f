import { CATALOGUES, readCatalogue } from '../read-catalogue.ts'
import { catalogueFaults } from './check-catalogues.ts'

/** `node packages/i18n/src/checks/list-missing.ts <language>`: lists the messages that `en` has and it lacks. */
const [language] = process.argv.slice(2)
if (language === undefined) throw new Error('name a language, such as de')
for (const name of CATALOGUES) {
  for (const fault of catalogueFaults(readCatalogue('en', name), readCatalogue(language, name)))
    console.log(`${name}: ${fault}`)
}
