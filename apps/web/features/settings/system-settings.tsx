import {
  IconArchive,
  IconChecklist,
  IconHash,
  IconHistory,
  IconLanguage,
  IconLifebuoy,
  IconNetwork,
  IconShieldLock,
  IconUserShield,
  IconWorld,
  IconRobot,
} from '@tabler/icons-react'
import { SettingsPages, type SettingsPage } from '../shared/settings-pages.tsx'

const about = { en: 'What holds for the whole installation.', de: 'Was für die ganze Installation gilt.' }
const pages: SettingsPage[] = [
  {
    name: 'adminSettingsSystemSecurity',
    icon: IconShieldLock,
    about: {
      en: 'How people sign in, how much may be uploaded, and what workflows may reach inside of your network.',
      de: 'Wie man sich anmeldet, wie viel hochgeladen werden darf und was Workflows in Ihrem eigenen Netz erreichen dürfen.',
    },
  },
  {
    name: 'adminSettingsSystemSecurityWhitelist',
    icon: IconNetwork,
    about: {
      en: 'From which addresses routes may be called.',
      de: 'Von welchen Adressen aus Routen aufgerufen werden dürfen.',
    },
  },
  {
    name: 'adminSettingsSystemRoles',
    icon: IconUserShield,
    about: { en: 'What your own staff may do.', de: 'Was Ihre eigenen Mitarbeiter dürfen.' },
  },
  {
    name: 'adminSettingsSystemServiceAccounts',
    icon: IconRobot,
    about: {
      en: 'Programs that call the API, and their tokens.',
      de: 'Programme, die die API aufrufen, und ihre Token.',
    },
  },
  {
    name: 'adminSettingsSystemAudit',
    icon: IconHistory,
    about: { en: 'Who did what, from where, before and after.', de: 'Wer was getan hat, von wo, vorher und nachher.' },
  },
  {
    name: 'adminSettingsSystemHelp',
    icon: IconLifebuoy,
    about: {
      en: 'Whom people turn to, where support requests are mailed, imprint and privacy.',
      de: 'An wen man sich wendet, wohin Supportanfragen gemailt werden, Impressum und Datenschutz.',
    },
  },
  {
    name: 'adminSettingsSystemQueues',
    icon: IconChecklist,
    about: {
      en: 'The machines that run jobs, and the queues of all tenants.',
      de: 'Die Maschinen, die Jobs ausführen, und die Warteschlangen aller Mandanten.',
    },
  },
  {
    name: 'adminSettingsSystemNumberRanges',
    icon: IconHash,
    about: {
      en: 'The numbers that tenants, partners, runs and lines of logs are given.',
      de: 'Die Nummern, die Mandanten, Partner, Läufe und Protokollzeilen erhalten.',
    },
  },
  {
    name: 'adminSettingsDataStore',
    icon: IconArchive,
    about: {
      en: 'How long logs and files of jobs are kept.',
      de: 'Wie lange Protokolle und Dateien von Jobs aufbewahrt werden.',
    },
  },
  {
    name: 'adminSettingsSystemLanguages',
    icon: IconLanguage,
    about: {
      en: 'Which ones are offered, for the interface and for records.',
      de: 'Welche angeboten werden, für die Oberfläche und für Datensätze.',
    },
  },
  {
    name: 'adminSettingsSystemCountries',
    icon: IconWorld,
    about: {
      en: 'Where companies are, and which tax their invoices carry.',
      de: 'Wo Unternehmen sitzen und welche Steuer ihre Rechnungen enthalten.',
    },
  },
]

export const SystemSettingsScreen = () => (
  <SettingsPages name="adminSettingsSystem" about={about} tone="slate" pages={pages} />
)
