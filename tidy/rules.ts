import { securityRequirementsAreAccounted } from './rules/asvs.ts'
import { noImportCircles } from './rules/circles.ts'
import {
  featuresDoNotAwaitRereading,
  testsDoNotSleep,
  timeIsTheDatabases,
  zodIsMini,
} from './rules/conventions.ts'
import { cryptographyIsStrong } from './rules/cryptography.ts'
import { importsRunOneWay } from './rules/directions.ts'
import { exportsAreDocumented } from './rules/docstrings.ts'
import { filePathsAreDecoded } from './rules/file-paths.ts'
import { findingsNameTheirTests } from './rules/findings.ts'
import { architectureNamesEveryFolder } from './rules/folders.ts'
import { noRegistryIsNamed } from './rules/hosts.ts'
import { lockFixesEveryByte, lockIsComplete, lockServesEveryPlatform } from './rules/lock.ts'
import { machinesHaveTheirRow } from './rules/machines.ts'
import { modulesInOrder, rolesInsideModules } from './rules/modules.ts'
import { noFloatNearMoney } from './rules/money.ts'
import { namesAreKebabCase, noBarrelFiles } from './rules/names.ts'
import { pagesNameTheirMessages } from './rules/page-messages.ts'
import { linksLeadSomewhere, readmeNamesEveryCommand, readmeNamesEverySetting } from './rules/papers.ts'
import { rulesNameTheirTests } from './rules/proven.ts'
import { databaseStandsInItsPlaces } from './rules/routines.ts'
import {
  securityPageListsEveryLogLine,
  securityPageNamesEveryKey,
  securityPageQuotesTheCode,
  securityPageSortsEveryTable,
  securityPageTellsEachEnd,
  securityPageTellsHowSoon,
} from './rules/security-page.ts'
import { nothingIsSilenced } from './rules/silenced.ts'
import { filesAreShort, functionsAreShort, mostFilesAreSmall, roomsAreSmall } from './rules/sizes.ts'
import { sqlStaysInRepositories } from './rules/sql.ts'
import { everyTestRuns, nothingIsPutOff } from './rules/unfinished.ts'
import { citationsAreThere } from './rules/words/citations.ts'
import { errorsSayWhatHappened } from './rules/words/errors.ts'
import { wordsHaveOneMeaning } from './rules/words/glossary.ts'
import { timesGoByNoSessionsZone } from './rules/zones.ts'

/** Every rule, with the sentence that it enforces. */
export const RULES = {
  'imports run one way': importsRunOneWay,
  'modules reach each other by index.ts, in order': modulesInOrder,
  'routes, rules and presenters keep to their roles': rolesInsideModules,
  'there is no import circle': noImportCircles,
  'files are at most 400 lines': filesAreShort,
  'functions are at most 70 lines': functionsAreShort,
  'most files are small': mostFilesAreSmall,
  'no folder has more than 25 files of source': roomsAreSmall,
  'SQL stays in repositories': sqlStaysInRepositories,
  'what the database does stands in its files': databaseStandsInItsPlaces,
  'times go by no session’s zone': timesGoByNoSessionsZone,
  'no float comes near money': noFloatNearMoney,
  'types are not silenced': nothingIsSilenced,
  'nothing is put off': nothingIsPutOff,
  'every test runs': everyTestRuns,
  'tests do not sleep': testsDoNotSleep,
  'time is the database’s': timeIsTheDatabases,
  'zod is zod/mini': zodIsMini,
  'nobody waits for what is read again': featuresDoNotAwaitRereading,
  'names are kebab-case': namesAreKebabCase,
  'only modules have an index.ts': noBarrelFiles,
  'what is exported is documented': exportsAreDocumented,
  'a file’s URL is no path': filePathsAreDecoded,
  'no package registry is named': noRegistryIsNamed,
  'the lock file is complete': lockIsComplete,
  'the lock file fixes every byte': lockFixesEveryByte,
  'the lock file serves Linux and macOS': lockServesEveryPlatform,
  'README.md names every setting': readmeNamesEverySetting,
  'README.md names every command': readmeNamesEveryCommand,
  'links lead somewhere': linksLeadSomewhere,
  'errors say what happened': errorsSayWhatHappened,
  'words have one meaning': wordsHaveOneMeaning,
  'what is cited stands in the papers': citationsAreThere,
  'ARCHITECTURE.md names every folder': architectureNamesEveryFolder,
  'pages name the messages they show': pagesNameTheirMessages,
  'postings, transitions and rules name their tests': rulesNameTheirTests,
  'machines.md has each machine’s row': machinesHaveTheirRow,
  'papers of what was found name their tests': findingsNameTheirTests,
  'the paper of security quotes the code': securityPageQuotesTheCode,
  'the paper of security names every way in and every key': securityPageNamesEveryKey,
  'the paper of security says how every key ends': securityPageTellsEachEnd,
  'the paper of security sorts every table': securityPageSortsEveryTable,
  'the paper of security lists every line that is logged': securityPageListsEveryLogLine,
  'the paper of security says how soon libraries are mended': securityPageTellsHowSoon,
  'cryptography is strong': cryptographyIsStrong,
  'security requirements are accounted for': securityRequirementsAreAccounted,
} as const
