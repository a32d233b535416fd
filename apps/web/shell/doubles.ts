import type { Text } from '@weft/kit/messages/messages.ts'

/** Addresses of one subject: they share an entry of the menu, and a switch leads from one to the other. */
type Double = { names: readonly [string, string]; labels?: readonly [Text, Text] }

const thisOrAll = [
  { en: 'This project', de: 'Dieses Projekt' },
  { en: 'All projects', de: 'Alle Projekte' },
] as const

const ownDashboard = (welcome: string): Double => ({
  names: [welcome, 'dashboard'],
  labels: [
    { en: 'Overview', de: 'Übersicht' },
    { en: 'My page', de: 'Meine Seite' },
  ],
})

const doubles: readonly Double[] = [
  ownDashboard('projectWelcome'),
  ownDashboard('tenantWelcome'),
  ownDashboard('partnerWelcome'),
  ownDashboard('adminWelcome'),
  { names: ['projectJournal', 'analysisJournal'], labels: thisOrAll },
  { names: ['projectReportingJobs', 'analysisJobs'], labels: thisOrAll },
  { names: ['projectReportings', 'analysisOverview'], labels: thisOrAll },
  {
    names: ['analysisQueues', 'projectSettingsQueues'],
    labels: [
      { en: 'What they do', de: 'Was sie tun' },
      { en: 'Set up', de: 'Einrichten' },
    ],
  },
  {
    names: ['projectWorkflowsComponents', 'projectSettingsComponents'],
    labels: [
      { en: 'Overview', de: 'Übersicht' },
      { en: 'Settings', de: 'Einstellungen' },
    ],
  },
  { names: ['projectWorkflows', 'projectProcessManager'] },
  { names: ['projectDataExplorer', 'projectDataStore'] },
]

/** Addresses that open the same screen as another one. */
const aliases: Record<string, string> = {
  projectDataLake: 'toolsDataLake',
  projectDynamicModels: 'toolsDynamicModels',
  projectDataExplorer: 'toolsDataStore',
}

/** The double of an address; of the page everybody begins with, that of the area one is in. */
export const doubleOf = (name: string | undefined, area: string) =>
  doubles.find(({ names }) => names.includes(name ?? '') && (name !== 'dashboard' || names[0] === `${area}Welcome`))

/** What else stands behind the entry of a page. */
export const doublesOf = (name: string): string[] => [
  ...doubles.filter(({ names }) => names[0] === name).map(({ names }) => names[1]),
  ...(aliases[name] ? [aliases[name]] : []),
]
