/** Words people choose first. A password that is only one of them, however spelt, numbered or repeated, is refused. */
export const blockedWords: ReadonlySet<string> = new Set(
  `password passwort passw passwd kennwort geheim secret topsecret supersecret streng strenggeheim letmein welcome willkommen hallo hallowelt hello helloworld
  qwertz qwertzuiop qwerty qwertyuiop asdf asdfgh asdfghjkl yxcvbnm zxcvbnm qazwsx qazwsxedc qweasd qweasdzxc wasd poiuztrewq poiuytrewq
  admin administrator administration root superuser sysadmin systemadmin test tester testing user username benutzer benutzername guest gast demo login logon anmelden
  changeme changethis default standard temp temporary vorlaeufig initial master manager chef boss office firma company buero arbeit work server network netzwerk
  iloveyou ichliebedich schatz schatzi love liebe lovely sunshine sonnenschein sommer summer winter fruehling herbst spring autumn montag dienstag mittwoch donnerstag freitag samstag sonntag
  monday tuesday wednesday thursday friday saturday sunday januar februar maerz april juni juli august september oktober november dezember january february march june july october december
  dragon monkey princess prinzessin football fussball baseball basketball hockey superman batman spiderman starwars pokemon matrix shadow killer hunter ranger phoenix
  deutschland germany berlin hamburg muenchen koeln frankfurt schalke dortmund bayern borussia bayernmuenchen oesterreich schweiz austria europe england london newyork america
  computer internet windows microsoft google apple iphone samsung android linux ubuntu debian github facebook youtube twitter instagram linkedin
  michael michelle thomas andreas stefan christian alexander daniel martin peter hans klaus juergen wolfgang maria anna julia sarah laura jessica jennifer nicole ashley
  charlie jordan george robert william richard david matthew anthony joshua andrew joseph maximilian sebastian florian tobias markus matthias
  mustang ferrari porsche mercedes audi volkswagen yamaha harley corvette camaro
  trustno trustnoone whatever nothing nichts keine ahnung keineahnung egal blabla blablabla lalala
  access zugang zugriff security sicherheit sicher secure safe database datenbank backup system support service helpdesk info kontakt contact
  weft weftweft workflow platform plattform integration correcthorsebatterystaple
  cheese banana pepper ginger cookie chocolate schokolade kaffee coffee pizza bier
  freedom freiheit jesus christ god gott angel engel heaven himmel hell hoelle satan devil teufel
  flower blume rose tiger loewe baer hund katze pferd maus mickey donald snoopy merlin gandalf frodo
  abc abcd abcde abcdef abcdefg abcdefgh`.split(/\s+/),
)
