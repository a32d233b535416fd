/** Every icon a declaration (element, connector, format) may name. One line more makes one more known. */
export {
  IconAlertOctagon, IconArrowFork, IconCalendarClock, IconNotebook, IconSubtask, IconTableShare, IconWorldDownload,
  IconAdjustments, IconAlertTriangle, IconApi, IconArchive, IconArrowMerge, IconArrowsExchange, IconArrowsJoin, IconArrowsJoin2, IconArrowsRightLeft, IconArrowsShuffle, IconArrowsSort, IconArrowsSplit, IconArrowsSplit2,
  IconBell, IconBolt, IconBox, IconBraces, IconBrandGraphql, IconBrandMysql, IconBrandTypescript, IconBuildingWarehouse,
  IconCalendarTime, IconChartBar, IconCheck, IconChecks, IconCircleCheck, IconCircleX, IconClock, IconClockPause, IconCloud, IconCloudDownload, IconCloudUpload, IconCode, IconColumns, IconCopyOff, IconCsv,
  IconDatabase, IconDatabaseExport, IconDatabaseImport, IconDatabaseSearch, IconDeviceFloppy, IconDownload,
  IconEraser, IconFile, IconFileCode, IconFileExport, IconFileImport, IconFileSearch, IconFileSpreadsheet, IconFileText, IconFilter, IconFlag, IconFolder, IconFolders, IconForms,
  IconGitBranch, IconGitFork, IconGitMerge, IconHandClick, IconHourglass, IconInbox, IconJson, IconKey, IconLink, IconListDetails, IconListSearch, IconLock,
  IconMail, IconMailForward, IconMap, IconMathFunction, IconMessage, IconMoodEmpty, IconNote, IconPencil, IconPlayerPlay, IconPlayerStop, IconPlayerTrackNext, IconPlugConnected, IconPuzzle,
  IconQuestionMark, IconRefresh, IconRepeat, IconReplace, IconRoute, IconRouteAltLeft, IconSearch, IconSend, IconServer, IconSettings, IconShieldCheck, IconSitemap, IconSortAscending, IconSql, IconStack2, IconSum, IconSwitch3,
  IconTable, IconTableExport, IconTableImport, IconTag, IconTemplate, IconTransform, IconTrash, IconUpload, IconUser, IconVariable, IconWebhook, IconWorld, IconX, IconFileTypeXml, IconFileTypeCsv, IconZip,
} from '@tabler/icons-react'
