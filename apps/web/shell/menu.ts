import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { Area } from '@weft/kit/ui/session.ts'
import type { Tone } from '@weft/kit/ui/tones.ts'
import {
  IconActivity,
  IconAddressBook,
  IconAdjustments,
  IconAffiliate,
  IconArrowsRightLeft,
  IconBell,
  IconBook2,
  IconBox,
  IconBuilding,
  IconBuildings,
  IconBuildingSkyscraper,
  IconCash,
  IconCertificate,
  IconChartAreaLine,
  IconChecklist,
  IconContract,
  IconDatabase,
  IconEyeCheck,
  IconFileDescription,
  IconFileDollar,
  IconFileInvoice,
  IconFiles,
  IconFolders,
  IconGauge,
  IconHeartHandshake,
  IconHelpCircle,
  IconHistory,
  IconId,
  IconKey,
  IconLayoutDashboard,
  IconLifebuoy,
  IconListDetails,
  IconMail,
  IconNews,
  IconNote,
  IconPhoto,
  IconPlugConnected,
  IconPuzzle,
  IconReportAnalytics,
  IconRobot,
  IconRoute,
  IconSchema,
  IconServer,
  IconServer2,
  IconSettings,
  IconShieldLock,
  IconSitemap,
  IconSql,
  IconStack2,
  IconStar,
  IconTable,
  IconTargetArrow,
  IconTemplate,
  IconTool,
  IconUserShield,
  IconUsers,
  IconVariable,
  IconWand,
  type Icon,
} from '@tabler/icons-react'
import { routeNamed } from '../routes/addresses.ts'
import type { Route } from '../routes/declare.ts'
import { mayOpen } from '../routes/guards.ts'

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
  data: { en: 'Data', de: 'Daten' },
  operate: { en: 'Operate', de: 'Betreiben' },
  analysis: { en: 'Analysis', de: 'Analyse' },
  tools: { en: 'Tools', de: 'Werkzeuge' },
  settings: { en: 'Settings', de: 'Einstellungen' },
  customers: { en: 'Partners and tenants', de: 'Partner und Mandanten' },
  content: { en: 'Content', de: 'Inhalte' },
  account: { en: 'Account', de: 'Konto' },
  accounting: { en: 'Accounting', de: 'Buchhaltung' },
  contracts: { en: 'Contracts', de: 'Verträge' },
  profile: { en: 'Profile', de: 'Profil' },
})

type Entry = { name: string; icon: Icon; children?: string[] }
type Group = { key?: keyof typeof groupTexts; entries: Entry[] }
type AreaMenu = { icon: Icon; tone: Tone; home: string; groups: Group[] }

/** The side menus by route name. What has no screen in this version is left out when the menu is drawn. */
const menus: Record<Area, AreaMenu> = {
  admin: {
    icon: IconShieldLock,
    tone: 'slate',
    home: 'adminWelcome',
    groups: [
      { entries: [{ name: 'adminWelcome', icon: IconGauge }] },
      {
        key: 'customers',
        entries: [
          { name: 'adminTenants', icon: IconBuildings },
          { name: 'adminPartners', icon: IconHeartHandshake },
          { name: 'adminSupport', icon: IconLifebuoy },
        ],
      },
      {
        key: 'content',
        entries: [
          { name: 'adminNews', icon: IconNews },
          { name: 'adminMediaManagement', icon: IconPhoto },
          { name: 'adminNotifications', icon: IconBell },
        ],
      },
      {
        key: 'build',
        entries: [
          { name: 'adminSettingsWorkflowElements', icon: IconPuzzle },
          { name: 'adminSettingsDataStructures', icon: IconSitemap },
          { name: 'adminSettingsPlugins', icon: IconPlugConnected, children: ['adminSettingsExtensions'] },
        ],
      },
      {
        key: 'settings',
        entries: [
          {
            name: 'adminSettingsSystem',
            icon: IconSettings,
            children: [
              'adminSettingsSystemSecurity',
              'adminSettingsSystemLanguages',
              'adminSettingsSystemCountries',
              'adminSettingsSystemQueues',
            ],
          },
          { name: 'adminSettingsServer', icon: IconServer, children: ['adminSettingsDataStore'] },
          { name: 'adminSettingsBilling', icon: IconFileInvoice },
          {
            name: 'adminSettingsEmail',
            icon: IconMail,
            children: ['adminSettingsMailTemplates', 'adminSettingsNewsletter'],
          },
        ],
      },
      {
        key: 'account',
        entries: [
          { name: 'adminAccountData', icon: IconBuilding },
          { name: 'adminAccountUsers', icon: IconUsers },
          { name: 'adminSettingsSystemRoles', icon: IconUserShield },
          { name: 'adminSettingsSystemServiceAccounts', icon: IconRobot },
          { name: 'adminSettingsSystemAudit', icon: IconHistory },
        ],
      },
    ],
  },
  partner: {
    icon: IconHeartHandshake,
    tone: 'amber',
    home: 'partnerWelcome',
    groups: [
      { entries: [{ name: 'partnerWelcome', icon: IconGauge }] },
      {
        key: 'account',
        entries: [
          { name: 'partnerAccountData', icon: IconBuilding },
          { name: 'partnerAccountAccounting', icon: IconFileInvoice },
          { name: 'partnerAccountAccountingInvoices', icon: IconFileDollar },
          { name: 'partnerAccountContracts', icon: IconContract },
          { name: 'partnerAccountUsers', icon: IconUsers },
        ],
      },
      {
        key: 'customers',
        entries: [
          { name: 'partnerTenants', icon: IconBuildings },
          { name: 'partnerLeads', icon: IconTargetArrow },
          { name: 'partnerDataStructures', icon: IconSitemap },
        ],
      },
      {
        key: 'profile',
        entries: [
          { name: 'partnerProfileInformation', icon: IconId },
          { name: 'partnerProfileServices', icon: IconTool },
          { name: 'partnerProfileCertificates', icon: IconCertificate },
          { name: 'partnerProfileReferences', icon: IconStar },
          { name: 'partnerProfileContactPerson', icon: IconAddressBook },
        ],
      },
      {
        key: 'settings',
        entries: [
          { name: 'partnerSettings', icon: IconSettings },
          { name: 'partnerSettingsRoles', icon: IconUserShield },
          { name: 'partnerSettingsServiceAccounts', icon: IconRobot },
          { name: 'partnerSettingsWorkflowElements', icon: IconPuzzle },
          { name: 'partnerSettingsAudit', icon: IconHistory },
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
          { name: 'tenantWelcome', icon: IconGauge },
          { name: 'tenantData', icon: IconBuilding },
          { name: 'tenantUserAdministration', icon: IconUsers },
          { name: 'projectSettingsProjects', icon: IconFolders },
        ],
      },
      {
        key: 'accounting',
        entries: [
          { name: 'tenantAccountingInformation', icon: IconFileInvoice },
          { name: 'tenantAccountingAddress', icon: IconFileDescription },
          { name: 'tenantAccountingInvoices', icon: IconFileDollar },
          { name: 'tenantAccountingPaymentMethods', icon: IconCash },
          { name: 'tenantAccountingBookings', icon: IconBook2 },
          { name: 'tenantAccountingTicketing', icon: IconHelpCircle },
        ],
      },
      {
        key: 'contracts',
        entries: [
          { name: 'tenantContractsStatus', icon: IconContract },
          { name: 'tenantContractsDocuments', icon: IconFiles },
        ],
      },
      {
        key: 'settings',
        entries: [
          { name: 'tenantSettings', icon: IconSettings },
          { name: 'projectSettingsRoles', icon: IconUserShield },
          { name: 'projectSettingsServiceAccounts', icon: IconRobot },
          { name: 'tenantSettingsSupport', icon: IconEyeCheck },
          { name: 'tenantSettingsAudit', icon: IconHistory },
        ],
      },
    ],
  },
  project: {
    icon: IconBox,
    tone: 'violet',
    home: 'projectWelcome',
    groups: [
      { entries: [{ name: 'projectWelcome', icon: IconLayoutDashboard }] },
      {
        key: 'build',
        entries: [
          { name: 'projectDataStructures', icon: IconSchema },
          { name: 'projectMappings', icon: IconArrowsRightLeft },
          {
            name: 'projectWorkflows',
            icon: IconRoute,
            children: [
              'projectWorkflowsComponents',
              'projectWorkflowsConnectors',
              'projectWorkflowsStaging',
              'projectProcessManager',
            ],
          },
          { name: 'projectIntegrations', icon: IconAffiliate },
          { name: 'projectDynamicModels', icon: IconWand },
        ],
      },
      {
        key: 'data',
        entries: [
          { name: 'projectDataExplorer', icon: IconTable },
          { name: 'projectDataStore', icon: IconDatabase },
          { name: 'projectDataLake', icon: IconFiles },
          { name: 'projectDataSets', icon: IconStack2 },
          { name: 'projectTextTemplates', icon: IconTemplate },
          { name: 'projectInsights', icon: IconChartAreaLine },
        ],
      },
      {
        key: 'operate',
        entries: [
          { name: 'projectReportings', icon: IconReportAnalytics, children: ['projectReportingJobs'] },
          { name: 'projectJournal', icon: IconActivity },
          { name: 'projectMailArchive', icon: IconMail },
          { name: 'projectNotes', icon: IconNote },
        ],
      },
      {
        key: 'analysis',
        entries: [
          { name: 'analysisOverview', icon: IconGauge },
          { name: 'analysisJobs', icon: IconListDetails },
          { name: 'analysisQueues', icon: IconServer2 },
          { name: 'analysisJournal', icon: IconActivity },
          { name: 'analysisWorkflowLogs', icon: IconFileDescription },
          { name: 'analysisNotifications', icon: IconBell },
        ],
      },
      { key: 'tools', entries: [{ name: 'toolsQueryEditor', icon: IconSql }] },
      {
        key: 'settings',
        entries: [
          {
            name: 'projectSettings',
            icon: IconAdjustments,
            children: [
              'projectSettingsBasic',
              'projectSettingsUsers',
              'projectSettingsLoginSecurity',
              'projectSettingsMails',
              'projectSettingsEmail',
              'projectSettingsEmailSettings',
              'projectSettingsDataStructure',
              'projectSettingsComponents',
              'projectSettingsPlugins',
              'projectSettingsExtensions',
              'projectSettingsResources',
            ],
          },
          { name: 'projectSettingsProjects', icon: IconFolders },
          { name: 'projectSettingsQueues', icon: IconChecklist },
          { name: 'projectSettingsRoles', icon: IconUserShield },
          { name: 'projectSettingsServiceAccounts', icon: IconRobot },
          { name: 'projectSettingsConfig', icon: IconVariable },
          { name: 'projectSettingsWorkflowToken', icon: IconKey },
          { name: 'projectSettingsChangeBatches', icon: IconFiles },
        ],
      },
    ],
  },
}

export type MenuEntry = { route: Route; icon: Icon; children: Route[] }
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
    entries: entries.flatMap(({ name, icon, children = [] }) => {
      const route = opened(name)
      return route ? [{ route, icon, children: children.flatMap((child) => opened(child) ?? []) }] : []
    }),
  }))
  const kept = drawn.filter(({ entries }) => entries.length > 0)
  return { icon, tone, groups: kept, home: opened(home)?.path ?? kept[0]?.entries[0]?.route.path ?? '/dashboard' }
}
