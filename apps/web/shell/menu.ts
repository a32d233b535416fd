import { defineMessages, type Text } from '@weft/kit/messages/messages.ts'
import type { Area } from '@weft/kit/ui/session.ts'
import type { Tone } from '@weft/kit/ui/tones.ts'
import {
  IconActivity,
  IconAddressBook,
  IconAffiliate,
  IconArrowsRightLeft,
  IconBell,
  IconBook2,
  IconBox,
  IconBuilding,
  IconBuildingSkyscraper,
  IconBuildings,
  IconCash,
  IconCertificate,
  IconChartAreaLine,
  IconContract,
  IconDatabase,
  IconEyeCheck,
  IconFileDescription,
  IconFileDollar,
  IconFileInvoice,
  IconFiles,
  IconFolders,
  IconGauge,
  IconGitBranch,
  IconHeartHandshake,
  IconHelpCircle,
  IconHistory,
  IconId,
  IconLayoutDashboard,
  IconLifebuoy,
  IconMail,
  IconMessages,
  IconNews,
  IconPhoto,
  IconPlugConnected,
  IconPuzzle,
  IconRobot,
  IconRoute,
  IconServer,
  IconSettings,
  IconShieldLock,
  IconSitemap,
  IconStar,
  IconTargetArrow,
  IconTemplate,
  IconTool,
  IconUserShield,
  IconUsers,
  type Icon,
} from '@tabler/icons-react'
import { routeNamed } from '../routes/addresses.ts'
import type { Route } from '../routes/declare.ts'
import { mayOpen } from '../routes/guards.ts'
import { doublesOf } from './doubles.ts'

export const areaTexts = defineMessages({
  admin: { en: 'Administration', de: 'Verwaltung' },
  partner: { en: 'Partner', de: 'Partner' },
  tenant: { en: 'Tenant', de: 'Mandant' },
  project: { en: 'Project', de: 'Projekt' },
  adminNote: { en: 'Platform, partners and tenants', de: 'Plattform, Partner und Mandanten' },
  partnerNote: { en: 'Own tenants, company and users', de: 'Eigene Mandanten, Firma und Benutzer' },
  tenantNote: { en: 'Company, users and billing', de: 'Firma, Benutzer und Abrechnung' },
  projectNote: { en: 'Workflows, data and insights', de: 'Workflows, Daten und Auswertungen' },
})

export const groupTexts = defineMessages({
  build: { en: 'Build', de: 'Entwickeln' },
  settings: { en: 'Settings', de: 'Einstellungen' },
  customers: { en: 'Partners and tenants', de: 'Partner und Mandanten' },
  content: { en: 'Content', de: 'Inhalte' },
  account: { en: 'Account', de: 'Konto' },
  accounting: { en: 'Accounting', de: 'Buchhaltung' },
  contracts: { en: 'Contracts', de: 'Verträge' },
  profile: { en: 'Profile', de: 'Profil' },
})

/** One entry; with a title of its own it is a section that lists all its pages, else it is its first page with the others below. */
type Entry = { icon: Icon; pages: string[]; title?: Text }
/** The sections of a project. */
const sections = {
  dashboard: { en: 'Dashboard', de: 'Dashboard' },
  integrations: { en: 'Integrations', de: 'Integrationen' },
  workflows: { en: 'Workflows', de: 'Workflows' },
  mappings: { en: 'Mappings', de: 'Mappings' },
  data: { en: 'Data', de: 'Daten' },
  insights: { en: 'Insights', de: 'Auswertungen' },
  runs: { en: 'Runs', de: 'Läufe' },
  journal: { en: 'Journal', de: 'Journal' },
  stages: { en: 'Stages', de: 'Stufen' },
  templates: { en: 'Templates', de: 'Vorlagen' },
  communication: { en: 'Communication', de: 'Kommunikation' },
  settings: { en: 'Settings', de: 'Einstellungen' },
} satisfies Record<string, Text>

type Group = { key?: keyof typeof groupTexts; entries: Entry[] }
type AreaMenu = { icon: Icon; tone: Tone; home: string; groups: Group[] }

/** The side menus by route name. What has no screen in this version is left out when the menu is drawn. */
const menus: Record<Area, AreaMenu> = {
  admin: {
    icon: IconShieldLock,
    tone: 'slate',
    home: 'adminWelcome',
    groups: [
      { entries: [{ icon: IconGauge, pages: ['adminWelcome'] }] },
      {
        key: 'customers',
        entries: [
          { icon: IconBuildings, pages: ['adminTenants'] },
          { icon: IconHeartHandshake, pages: ['adminPartners'] },
          { icon: IconLifebuoy, pages: ['adminSupport'] },
        ],
      },
      {
        key: 'content',
        entries: [
          { icon: IconNews, pages: ['adminNews'] },
          { icon: IconPhoto, pages: ['adminMediaManagement'] },
          { icon: IconBell, pages: ['adminNotifications'] },
        ],
      },
      {
        key: 'build',
        entries: [
          { icon: IconPuzzle, pages: ['adminSettingsWorkflowElements'] },
          { icon: IconSitemap, pages: ['adminSettingsDataStructures'] },
          { icon: IconPlugConnected, pages: ['adminSettingsPlugins', 'adminSettingsExtensions'] },
        ],
      },
      {
        key: 'settings',
        entries: [
          {
            icon: IconSettings,
            pages: [
              'adminSettingsSystem',
              'adminSettingsSystemSecurity',
              'adminSettingsSystemLanguages',
              'adminSettingsSystemCountries',
              'adminSettingsSystemQueues',
            ],
          },
          { icon: IconServer, pages: ['adminSettingsServer', 'adminSettingsDataStore'] },
          { icon: IconFileInvoice, pages: ['adminSettingsBilling'] },
          { icon: IconMail, pages: ['adminSettingsEmail', 'adminSettingsMailTemplates', 'adminSettingsNewsletter'] },
        ],
      },
      {
        key: 'account',
        entries: [
          { icon: IconBuilding, pages: ['adminAccountData'] },
          { icon: IconUsers, pages: ['adminAccountUsers'] },
          { icon: IconUserShield, pages: ['adminSettingsSystemRoles'] },
          { icon: IconRobot, pages: ['adminSettingsSystemServiceAccounts'] },
          { icon: IconHistory, pages: ['adminSettingsSystemAudit'] },
        ],
      },
    ],
  },
  partner: {
    icon: IconHeartHandshake,
    tone: 'amber',
    home: 'partnerWelcome',
    groups: [
      { entries: [{ icon: IconGauge, pages: ['partnerWelcome'] }] },
      {
        key: 'account',
        entries: [
          { icon: IconBuilding, pages: ['partnerAccountData'] },
          { icon: IconFileInvoice, pages: ['partnerAccountAccounting'] },
          { icon: IconFileDollar, pages: ['partnerAccountAccountingInvoices'] },
          { icon: IconContract, pages: ['partnerAccountContracts'] },
          { icon: IconUsers, pages: ['partnerAccountUsers'] },
        ],
      },
      {
        key: 'customers',
        entries: [
          { icon: IconBuildings, pages: ['partnerTenants'] },
          { icon: IconTargetArrow, pages: ['partnerLeads'] },
          { icon: IconSitemap, pages: ['partnerDataStructures'] },
        ],
      },
      {
        key: 'profile',
        entries: [
          { icon: IconId, pages: ['partnerProfileInformation'] },
          { icon: IconTool, pages: ['partnerProfileServices'] },
          { icon: IconCertificate, pages: ['partnerProfileCertificates'] },
          { icon: IconStar, pages: ['partnerProfileReferences'] },
          { icon: IconAddressBook, pages: ['partnerProfileContactPerson'] },
        ],
      },
      {
        key: 'settings',
        entries: [
          { icon: IconSettings, pages: ['partnerSettings'] },
          { icon: IconUserShield, pages: ['partnerSettingsRoles'] },
          { icon: IconRobot, pages: ['partnerSettingsServiceAccounts'] },
          { icon: IconPuzzle, pages: ['partnerSettingsWorkflowElements'] },
          { icon: IconHistory, pages: ['partnerSettingsAudit'] },
        ],
      },
    ],
  },
  tenant: {
    icon: IconBuildingSkyscraper,
    tone: 'teal',
    home: 'tenantWelcome',
    groups: [
      {
        entries: [
          { icon: IconGauge, pages: ['tenantWelcome'] },
          { icon: IconBuilding, pages: ['tenantData'] },
          { icon: IconUsers, pages: ['tenantUserAdministration'] },
          { icon: IconFolders, pages: ['projectSettingsProjects'] },
        ],
      },
      {
        key: 'accounting',
        entries: [
          { icon: IconFileInvoice, pages: ['tenantAccountingInformation'] },
          { icon: IconFileDescription, pages: ['tenantAccountingAddress'] },
          { icon: IconFileDollar, pages: ['tenantAccountingInvoices'] },
          { icon: IconCash, pages: ['tenantAccountingPaymentMethods'] },
          { icon: IconBook2, pages: ['tenantAccountingBookings'] },
          { icon: IconHelpCircle, pages: ['tenantAccountingTicketing'] },
        ],
      },
      {
        key: 'contracts',
        entries: [
          { icon: IconContract, pages: ['tenantContractsStatus'] },
          { icon: IconFiles, pages: ['tenantContractsDocuments'] },
        ],
      },
      {
        key: 'settings',
        entries: [
          { icon: IconSettings, pages: ['tenantSettings'] },
          { icon: IconUserShield, pages: ['projectSettingsRoles'] },
          { icon: IconRobot, pages: ['projectSettingsServiceAccounts'] },
          { icon: IconEyeCheck, pages: ['tenantSettingsSupport'] },
          { icon: IconHistory, pages: ['tenantSettingsAudit'] },
        ],
      },
    ],
  },
  project: {
    icon: IconBox,
    tone: 'violet',
    home: 'projectWelcome',
    groups: [
      { entries: [{ title: sections.dashboard, icon: IconLayoutDashboard, pages: ['projectWelcome'] }] },
      {
        entries: [
          {
            title: sections.integrations,
            icon: IconAffiliate,
            pages: [
              'projectIntegrations',
              'projectIntegrationsConnections',
              'projectIntegrationsCrossReferences',
              'projectIntegrationsAgents',
              'projectDynamicModels',
              'toolsMarketplaceConnection',
            ],
          },
          {
            title: sections.workflows,
            icon: IconRoute,
            pages: ['projectWorkflows', 'projectWorkflowsComponents', 'projectWorkflowsConnectors'],
          },
          { title: sections.mappings, icon: IconArrowsRightLeft, pages: ['projectMappings', 'projectFunctions'] },
          {
            title: sections.data,
            icon: IconDatabase,
            pages: [
              'projectDataStructures',
              'projectDataExplorer',
              'projectDataSets',
              'projectDataLake',
              'toolsQueryEditor',
              'toolsOrderManagement',
            ],
          },
          { title: sections.insights, icon: IconChartAreaLine, pages: ['projectInsights', 'projectDashboards'] },
        ],
      },
      {
        entries: [
          {
            title: sections.runs,
            icon: IconActivity,
            pages: [
              'projectReportings',
              'projectReportingJobs',
              'projectReportingFailed',
              'projectReportingRejected',
              'projectApprovals',
              'analysisQueues',
              'analysisWorkflowLogs',
            ],
          },
          { title: sections.journal, icon: IconHistory, pages: ['projectJournal'] },
          {
            title: sections.stages,
            icon: IconGitBranch,
            pages: ['projectWorkflowsStaging', 'projectSettingsChangeBatches'],
          },
        ],
      },
      {
        entries: [
          { title: sections.templates, icon: IconTemplate, pages: ['projectTextTemplates'] },
          {
            title: sections.communication,
            icon: IconMessages,
            pages: ['projectCommunication', 'projectMailArchive', 'projectNotes', 'analysisNotifications'],
          },
          {
            title: sections.settings,
            icon: IconSettings,
            pages: [
              'projectSettings',
              'projectSettingsBasic',
              'projectSettingsProjects',
              'projectSettingsUsers',
              'projectSettingsRoles',
              'projectSettingsServiceAccounts',
              'projectSettingsLoginSecurity',
              'projectSettingsConfig',
              'projectSettingsWorkflowToken',
              'projectSettingsMails',
              'projectSettingsEmail',
              'projectSettingsEmailSettings',
              'projectSettingsDataStructure',
              'projectSettingsPlugins',
              'projectSettingsExtensions',
              'projectSettingsResources',
            ],
          },
        ],
      },
    ],
  },
}

/**
 * `listed` are the pages that unfold below it: those of a section but the one called as itself, else all but the first.
 * `names` are of all its pages, also of those that come later or are not the user's to open.
 */
export type MenuEntry = { title: Text; icon: Icon; pages: Route[]; listed: Route[]; names: string[] }
export type Menu = Omit<AreaMenu, 'groups' | 'home'> & {
  home: string
  groups: { key?: keyof typeof groupTexts; entries: MenuEntry[] }[]
}

/** The menu of an area as this version has it, and as far as the user may open it. */
export function menuOf(area: Area): Menu {
  const { icon, tone, home, groups } = menus[area]
  const opened = (name: string) => {
    const route = routeNamed(name)
    return route?.screen && mayOpen(route.path) ? route : undefined
  }
  const drawn = groups.map(({ key, entries }) => ({
    ...(key && { key }),
    entries: entries.flatMap(({ title, icon, pages: names }) => {
      const pages = names.flatMap(
        (name) =>
          opened(name) ??
          doublesOf(name)
            .flatMap((other) => opened(other) ?? [])
            .slice(0, 1),
      )
      const [first, ...others] = pages
      if (!first) return []
      const listed = title ? pages.filter((page) => page.title.en !== title.en) : others
      return [{ title: title ?? first.title, icon, pages, listed, names }]
    }),
  }))
  const kept = drawn.filter(({ entries }) => entries.length > 0)
  return { icon, tone, groups: kept, home: opened(home)?.path ?? kept[0]?.entries[0]?.pages[0]?.path ?? '/dashboard' }
}

/** Where an address is at home in a menu: at the page whose address, or that of its double, is the longest beginning of it. */
export function placeIn({ groups }: Menu, path: string): { entry: MenuEntry; page: Route | undefined } | undefined {
  const places = groups.flatMap(({ entries }) =>
    entries.flatMap((entry) =>
      entry.names.flatMap((name) => {
        const shown = [name, ...doublesOf(name)]
        const page = entry.pages.find((one) => shown.includes(one.name))
        return shown.flatMap((other) => routeNamed(other) ?? []).map((at) => ({ entry, page, at: at.path }))
      }),
    ),
  )
  return places
    .filter(({ at }) => path === at || path.startsWith(`${at}/`))
    .sort((one, other) => other.at.length - one.at.length)[0]
}
