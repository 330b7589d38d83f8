import type { Rolldown } from 'vite'

/**
 * Chunks of modules that pages share, most of them before the first render. All other modules are left
 * to the bundler, which creates one chunk for each set of pages that share a module. It would do the
 * same with these: student pages would start with 63 scripts instead of 11, most of them below
 * 1 KiB, each a request on a phone.
 *
 * A page that needs one module of a chunk loads the whole chunk, so `ui` has no module of the site
 * or of the app's entry. Hindi is loaded before all modules that copy texts, so it must not import
 * a module of `calls`, `texts` or `ui`.
 */
export const codeSplitting: Rolldown.CodeSplittingOptions = {
  // With their dependencies, the modules of `ui` would be most of the app.
  includeDependenciesRecursively: false,
  groups: [
    {
      name: 'root',
      test: anyOf(
        /\/node_modules\/(@lingui\/core|react|react-dom|scheduler)\/|vite\/preload-helper/,
        /\/src\/(copy\/labels\.|lib\/(accountDeletedFlag|clock|i18n|kolam|language|requestedPage)\.|ui\/Kolam)/,
      ),
    },
    {
      name: 'shell',
      test: anyOf(
        /\/@tanstack\/(history|react-router|react-store|router-core|store)\//,
        /\/node_modules\/use-sync-external-store\//,
      ),
    },
    {
      // The site loads this chunk for the waitlist and at sign-in, so it contains no UI kit.
      name: 'calls',
      test: anyOf(
        /\/@tanstack\/(query-core|react-query)\//,
        /\/src\/api\/(accessTokens|actingLearner|bookings|client|config|error|gen\/(?!admin|family|purchases|teacher)|keys|people|preloaded|query|timedFetch|useAppConfig)/,
        /\/src\/lib\/(serverTime|signInAgain)\./,
        /\/src\/session\/(?!admin|applyApiError|callback|learnerChoice|open|resolveHomePath|signInState|signOut)/,
      ),
    },
    {
      name: 'texts',
      test: /\/src\/(copy\/(errors|months|time|ui)|lib\/(display|draftKeyPrefix|formatClock|localDateTime|time))\.ts$/,
    },
    {
      // Shared by the site's dialogs: waitlist and invite code.
      name: 'waitlist',
      test: /\/src\/site\/waitlist\/(?!LeaveWaitlist|WaitlistDialog)|\/src\/copy\/waitlist/,
    },
    {
      // What the student's first page shares with its dialogs: six small files otherwise.
      name: 'student',
      test: anyOf(
        /\/src\/(copy\/(student|studentChild|checkout)|api\/payments|lib\/calendar)\.ts$/,
        /\/src\/student\/(classText|confirmation\/lastBooking|StudentActions)\./,
        /\/src\/family\/(childName|FamilySwitcher|shortNames)\./,
      ),
    },
    {
      // What the teacher's dashboard shares with the list of classes: seven small files otherwise.
      name: 'classes',
      test: anyOf(
        /\/src\/(api\/teacher(Classes|Hours|People)|ui\/DangerButton)\./,
        /\/src\/teacher\/(dashboard\/(calendarRange|openHours)|classes\/(classView|MeetingLink))\./,
      ),
    },
    {
      // Sign-out, what the browser stores, and the history of dialogs. Not in `ui`, because the site
      // loads it to sign out.
      name: 'leaving',
      test: /\/src\/(lib\/(browserStorage|chosenTime(Storage)?|draftKeys|leaving|removedChild)|session\/(learnerChoice|signOut)|family\/leaveTo|ui\/(dialogHistory|useBackCloses))\./,
    },
    {
      // In two files, because the date of birth needs one without the other, they are 0.3 KiB larger.
      name: 'input',
      test: /\/@mantine\/core\/esm\/components\/Input(Base)?\//,
    },
    {
      name: 'ui',
      test: anyOf(
        /\/node_modules\/(@tabler\/icons-react|clsx)\//,
        /\/@mantine\/(core\/esm\/core|hooks|store|notifications\/esm\/notifications\.store)\b/,
        /\/@mantine\/core\/esm\/components\/(ActionIcon|Alert|Anchor|Button|CloseButton|Group|Loader)\//,
        /\/@mantine\/core\/esm\/components\/Accordion\/AccordionChevron\b/,
        /\/@mantine\/core\/esm\/components\/(Skeleton|Text|Transition|UnstyledButton|VisuallyHidden)\//,
        /\/src\/ui\/(BottomBar|Brand|Countdown|DateTime|EmptyState|ErrorPanel|IconButton|Loading\.|Menu\.|Offline)/,
        /\/src\/ui\/(PageTitle|QueryBoundary|Shell\.|TeacherEmblem|TextLink|ThemeToggle)/,
        /\/src\/(lib\/money\.|ui\/(createLazy|domPosition|focusHistory|restoreFocus|toast|use(?!Back)))/,
      ),
    },
  ],
}

function anyOf(...patterns: RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'))
}
