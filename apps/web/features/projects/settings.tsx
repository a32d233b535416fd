import {
  IconChecklist,
  IconComponents,
  IconFingerprint,
  IconFolders,
  IconKey,
  IconMail,
  IconMailCog,
  IconMailOpened,
  IconPlugConnected,
  IconPuzzle,
  IconSchema,
  IconSettings,
  IconShieldLock,
  IconUsers,
  IconVariable,
  IconRobot,
} from '@tabler/icons-react'
import { SettingsPages, type SettingsPage } from '../shared/settings-pages.tsx'

const about = {
  en: 'What holds for this project and its tenant.',
  de: 'Was für dieses Projekt und seinen Mandanten gilt.',
}
const pages: SettingsPage[] = [
  {
    name: 'projectSettingsProjects',
    icon: IconFolders,
    about: { en: 'Create projects, name them, describe them.', de: 'Projekte anlegen, benennen und beschreiben.' },
  },
  {
    name: 'projectSettingsQueues',
    icon: IconChecklist,
    about: {
      en: 'How many jobs run at once and what they may use.',
      de: 'Wie viele Jobs zugleich laufen und was sie verbrauchen dürfen.',
    },
  },
  {
    name: 'projectSettingsConfig',
    icon: IconVariable,
    about: {
      en: 'Values that workflows and mappings read by name.',
      de: 'Werte, die Workflows und Mappings über ihren Namen lesen.',
    },
  },
  {
    name: 'projectSettingsWorkflowToken',
    icon: IconKey,
    about: {
      en: 'Addresses that start workflows from outside.',
      de: 'Adressen, über die Workflows von außen gestartet werden.',
    },
  },
  {
    name: 'projectSettingsUsers',
    icon: IconUsers,
    about: { en: 'Who may work here, and with which role.', de: 'Wer hier arbeiten darf, und mit welcher Rolle.' },
  },
  {
    name: 'projectSettingsRoles',
    icon: IconShieldLock,
    about: {
      en: 'What a role allows, and why somebody may do something.',
      de: 'Was eine Rolle erlaubt, und warum jemand etwas darf.',
    },
  },
  {
    name: 'projectSettingsServiceAccounts',
    icon: IconRobot,
    about: {
      en: 'Programs that call the API, and their tokens.',
      de: 'Programme, die die API aufrufen, und ihre Token.',
    },
  },
  {
    name: 'projectSettingsLoginSecurity',
    icon: IconFingerprint,
    about: {
      en: 'What signing in asks for, and from where users may come.',
      de: 'Was bei der Anmeldung verlangt wird und von wo Benutzer kommen dürfen.',
    },
  },
  {
    name: 'projectSettingsBasic',
    icon: IconSettings,
    about: {
      en: 'What the project is called and what it is about.',
      de: 'Wie das Projekt heißt und worum es darin geht.',
    },
  },
  {
    name: 'projectSettingsEmail',
    icon: IconMail,
    about: { en: 'Who gets a mail when a run fails.', de: 'Wer eine E-Mail erhält, wenn ein Lauf scheitert.' },
  },
  {
    name: 'projectSettingsEmailSettings',
    icon: IconMailCog,
    about: { en: 'A mail server and a sender of your own.', de: 'Ein eigener Mailserver und ein eigener Absender.' },
  },
  {
    name: 'projectSettingsMails',
    icon: IconMailOpened,
    about: { en: 'What the mails of your workflows say.', de: 'Was die E-Mails Ihrer Workflows sagen.' },
  },
  {
    name: 'projectSettingsPlugins',
    icon: IconPuzzle,
    about: {
      en: 'Which plugins of this installation the project uses.',
      de: 'Welche Plugins dieser Installation das Projekt verwendet.',
    },
  },
  {
    name: 'projectSettingsExtensions',
    icon: IconPlugConnected,
    about: {
      en: 'What the project does without: webhooks, plugins.',
      de: 'Worauf das Projekt verzichtet: Webhooks, Plugins.',
    },
  },
  {
    name: 'projectSettingsComponents',
    icon: IconComponents,
    about: {
      en: 'Which elements workflows of this tenant may use.',
      de: 'Welche Elemente die Workflows dieses Mandanten verwenden dürfen.',
    },
  },
  { name: 'projectSettingsDataStructure', icon: IconSchema },
]

export const ProjectSettingsScreen = () => (
  <SettingsPages name="projectSettings" about={about} tone="violet" pages={pages} />
)
