"""The operator's menu: audits, adjustments and tests, and the ways to clean, export and leave."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import partial

from game.core.kinds import Line
from game.kiosk.kiosk import Kiosk
from scenes.kiosk.operator import words
from scenes.kiosk.operator.adjustments import ROWS, Adjustments
from scenes.kiosk.operator.audits_panel import (
    PERIODS,
    AuditsPanel,
    AuditsView,
    bars,
    first_day,
    incident_list,
    problem_list,
    totals,
)
from scenes.kiosk.operator.auto_close import AutoCloseScene, MenuCommand, TimedOut
from scenes.kiosk.operator.editors import LineScene
from scenes.kiosk.operator.menu_parts import operator_parts, pages_of, pages_of_found
from scenes.kiosk.operator.operator_actions import OperatorActions, StateButton, Turner
from scenes.kiosk.operator.row_widgets import AdjustmentsForm
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.glyphs import ARROWS, SHOULDERS, Prompt
from scenes.kit.input.intents import DIRECTIONS, Intent, Kind, Point
from scenes.kit.layout import Part, Shape
from scenes.kit.scene import Nav, Push
from scenes.kit.widgets.focus import Focus, nearest
from scenes.kit.widgets.form import SEARCHED, Field
from scenes.kit.widgets.page import PageScene
from scenes.kit.widgets.widget import HitArea, SegmentedControl, Widget
from scenes.services import Services


class ColumnFocus(Focus):
    """Moves the focus up and down a column, and from its end into the next column.

    Left and right change the focused value if there is one, else they move. `columns` has the widgets of each column,
    from top to bottom.
    """

    columns: Sequence[Sequence[Widget]] = ()

    def intent(self, intent: Intent) -> tuple[bool, Nav | None]:
        direction = DIRECTIONS.get(intent.kind, (0, 0))[1]
        if direction and self.current is not None:
            target = self._in_column(self.current, direction) or self._beyond(self.current, direction)
            if target is not None:
                self.focus(target)
            return target is not None, None
        return super().intent(intent)

    def _in_column(self, widget: Widget, direction: int) -> Widget | None:
        """Return the widget above or below in the same column."""
        column = next((column for column in self.columns if widget in column), [])
        return nearest(widget.rect, [other for other in column if other.enabled and other is not widget], 0, direction)

    def _beyond(self, widget: Widget, direction: int) -> Widget | None:
        """Return the next column's first widget, or the previous column's last."""
        at = next((index for index, column in enumerate(self.columns) if widget in column), 0)
        rest = self.columns[at + 1 :] if direction > 0 else list(reversed(self.columns[:at]))
        for column in rest:
            enabled = [other for other in column if other.enabled]
            if enabled:
                return enabled[0] if direction > 0 else enabled[-1]
        return None


EYEBROW = Style(32, theme.EYEBROW, bold=True, spacing=4)
DATE = Style(60, theme.IVORY, bold=True)
LISTED_DAYS = 30  # the panel lists the incidents of these days
LONGEST_SEARCH = 30  # the most characters of a search text
SWIPE = 140  # design pixels that a pointer moves to turn the page
FOLLOW_SECONDS = 1.0  # seconds between two updates of the figures


class OperatorScene(AutoCloseScene, PageScene):
    """The operator's menu. It pops at Back, or after a minute without a press."""

    opening = "open"
    fills = True
    shade = 0.42
    way_out = "kiosk.pin.back"

    def __init__(
        self,
        services: Services,
        kiosk: Kiosk,
        leave: Callable[[], Nav],
        clock: Callable[[], datetime] = datetime.now,
        started: datetime | None = None,
    ) -> None:
        """`leave` ends the program after confirmation; `started` is when the program began."""
        super().__init__(services.stage)
        self.services = services
        self.kiosk = kiosk
        self.clock = clock
        self.focus: ColumnFocus = ColumnFocus(services.stage)
        self._started = started or clock()
        self._page = 0
        self._wanted = ""  # the text for which settings are searched
        self._period = PERIODS[0]
        self._since = 0.0
        self._swipe: Point | None = None
        self.adjustments = Adjustments(services, kiosk, clock)
        self.actions = OperatorActions(services, kiosk, clock, leave, self.back)

    # Life

    def enter(self) -> None:
        super().enter()
        self.focus.current = self.panel.stops[0]

    def resume(self, result: object) -> Nav | None:
        if result is not TimedOut.GONE:
            self.actions.answered(result)
            nav = result.do() if isinstance(result, MenuCommand) else None
            self.resized()
            self.quiet = 0.0
            return nav
        return super().resume(result)

    def parts(self, shape: Shape) -> Part:
        self._fields = self.adjustments.fields
        self._found = [name for name, field in self._fields.items() if field.matches(self._wanted)]
        self.pages = pages_of_found(shape, self._found, ROWS) if self._wanted else pages_of(shape, ROWS)
        self._page = min(self._page, len(self.pages) - 1)
        return operator_parts(shape, self.pages[self._page], self.can_search)

    def widgets(self) -> Sequence[Widget]:
        stage = self.stage
        labels = [stage.t(f"kiosk.period.{period}") for period in PERIODS]
        self.tabs = SegmentedControl(
            self.places["tabs"], labels, PERIODS.index(self._period), self._choose_period, size=30
        )
        self.tabs.name = stage.t("kiosk.menu.games")
        self.audits = AuditsPanel(stage, self.places)
        self.incidents = HitArea(self.places["incidents"], self._list_incidents, 14, stage.t("kiosk.menu.incidents"))
        fields = [self._fields[name] for name in self.pages[self._page]]
        self.panel = AdjustmentsForm(self.adjustments, self.places, fields, self._turner(), self._find)
        self.panel.nothing = stage.t("kiosk.search.nothing", text=self._wanted)
        self.state = StateButton(self.places["state"], self.list_problems, 14)
        self._follow()
        doing = self.actions.widgets(self.places)
        self.focus.columns = [[self.tabs, self.incidents], self.panel.stops, doing, [self.state]]
        return [widget for column in self.focus.columns for widget in column]

    def _turner(self) -> Turner:
        t, page, pages = self.stage.t, self._page, len(self.pages)
        text = t("kiosk.menu.pages", page=page + 1, pages=pages)
        if self._wanted:
            found = t("kiosk.search.found", count=len(self._found))
            text = t("kiosk.search.pages", found=found, page=page + 1, pages=pages) if pages > 1 else found
        return Turner(self.places["turner"], text, page, pages, self._turn)

    def _follow(self) -> None:
        """Update figures and states that may have changed."""
        kiosk, now, t = self.kiosk, self.clock(), self.stage.t
        self._since = 0.0
        self.state.running = words.running_text(self.stage, now - self._started)
        self.state.notices = len(kiosk.problems) + bool(kiosk.unwritten) + len(self._shortcomings())
        notices = t("kiosk.menu.notices", count=self.state.notices) if self.state.notices else t("kiosk.menu.no_notice")
        opening = words.opening_text(self.stage, kiosk.config, now)
        self.state.opening = t("kiosk.menu.state", opening=opening, notices=notices)
        audits, today = self.services.store.audits, now.date()
        counts = audits.hours(first_day(self._period, today), today)
        since = now - timedelta(days=LISTED_DAYS)
        recent = [incident for incident in audits.incidents if incident.at >= since]
        self.shown = AuditsView(self._period, totals(counts), bars(counts, self._period, today, kiosk.config), recent)

    @property
    def spoken_title(self) -> str:
        if self._wanted:
            return self.panel.turner.text if self._found else self.panel.nothing
        return f"{self.stage.t('kiosk.operator')}\n{self.state.value()}"

    @property
    def is_held(self) -> bool:
        return self.actions.is_writing

    # Presses

    def meant(self, intent: Intent) -> Nav | None:
        if intent.kind in (Kind.PREVIOUS, Kind.NEXT, Kind.TURN):
            self._turn(-intent.value if intent.kind is Kind.TURN else 1 if intent.kind is Kind.NEXT else -1)
            return None
        if intent.kind is Kind.HINT and self.can_search:
            return self._find()
        if intent.kind is Kind.SECONDARY:
            self.panel.restore(self.focus.current)
            return None
        if self._swiped(intent):
            return None
        nav = super().meant(intent)
        self._follow()
        return nav

    def _swiped(self, intent: Intent) -> bool:
        """Turn the page if a pointer swiped across the adjustments."""
        if intent.kind is Kind.PRESS:
            inside = intent.point is not None and self.places["adjustments"].collidepoint(intent.point)
            self._swipe = intent.point if inside else None
        if intent.kind is not Kind.RELEASE or intent.point is None or self._swipe is None:
            return False
        across, down = intent.point[0] - self._swipe[0], intent.point[1] - self._swipe[1]
        self._swipe = None
        if abs(across) < self.stage.metrics.px(SWIPE) or abs(across) < 2 * abs(down):
            return False
        # a release outside all rows, since a row would take the swipe for a press
        self.focus.intent(Intent(Kind.RELEASE, intent.device, (-1, -1)))
        self._turn(1 if across < 0 else -1)
        return True

    def _turn(self, by: int) -> None:
        """Turn the page; the focus stays on the turner, or goes to the first row."""
        if len(self.pages) == 1:
            return
        at_turner = self.focus.current is self.panel.turner
        self.show_page((self._page + by) % len(self.pages))
        if at_turner:
            self.focus.focus(self.panel.turner)
        self.stage.audio.play("page")

    def show_page(self, page: int) -> None:
        """Open a page of the adjustments, with the focus on its first row."""
        self._page = page
        self.focus.current = None
        self.resized()
        self.focus.focus(self.panel.stops[0])

    # Search

    @property
    def can_search(self) -> bool:
        """Whether there are enough rows for a search."""
        return len(ROWS) > SEARCHED

    def _find(self) -> Nav:
        """Ask for the search text."""
        title = self.stage.t("kiosk.search.title")
        wanted = Field("search", title, Line(LONGEST_SEARCH), lambda: self._wanted, self.search)
        return Push(lambda: LineScene(self.services, wanted))

    def search(self, text: str) -> None:
        """Show only the rows whose words contain `text`, or all rows if `text` is ""."""
        if text != self._wanted:
            self._wanted = text
            self.show_page(0)

    def back(self) -> Nav | None:
        if not self._wanted:
            return super().back()
        self.search("")
        return None

    def _choose_period(self, index: int) -> None:
        self._period = PERIODS[index]
        self._follow()

    def _list_incidents(self) -> Nav | None:
        return Push(partial(incident_list, self.stage, self.services.store.audits.incidents, self.services.today))

    def list_problems(self) -> Nav | None:
        texts = words.problem_texts(self.stage, self.kiosk.problems, self.kiosk.unwritten)
        return Push(partial(problem_list, self.stage, [*self._shortcomings(), *texts], self.kiosk.path))

    def _shortcomings(self) -> list[str]:
        return self.services.shortcomings.for_operator()

    # Time

    def tick(self, dt: float) -> Nav | None:
        self._since += dt
        if self._since >= FOLLOW_SECONDS:
            self._follow()
            self.actions.look()
        return self.actions.tick() or super().tick(dt)

    # Drawing

    def draw_page(self, canvas: Canvas) -> None:
        stage = self.stage
        stage.label(canvas, stage.t("kiosk.operator").upper(), self.places["eyebrow"], EYEBROW)
        stage.label(canvas, words.moment_text(stage, self.clock()), self.places["date"], DATE, least=36)
        self.audits.draw(canvas, self.shown)
        self.panel.draw_panel(canvas)
        self.actions.draw(canvas, self.places)

    def prompts(self) -> Sequence[Prompt]:
        t = self.stage.t
        field = self.panel.field_of(self.focus.current)
        usual = field is not None and field.default is not None
        return [
            Prompt(ARROWS, t("kiosk.menu.choose"), ""),
            Prompt(Kind.CONFIRM, t("kiosk.menu.open"), ""),
            *([Prompt(Kind.SECONDARY, t("kiosk.menu.default"))] if usual else []),
            Prompt(SHOULDERS, t("kiosk.menu.page"), ""),
            *([Prompt(Kind.HINT, t("kiosk.search"))] if self.can_search else []),
            *([Prompt(Kind.BACK, t("kiosk.search.all"))] if self._wanted else []),
        ]
