"""The question after a test: whether what was tried works."""

from __future__ import annotations

from scenes.kit.dialog import Answer, Dialog
from scenes.kit.stage import Stage


def works_dialog(stage: Stage) -> Dialog:
    """Pops with True, False, or None where it is given up."""
    t = stage.t
    answers = [Answer(t("test.fails"), False), Answer(t("test.works"), True, primary=True)]
    return Dialog(stage, t("test.question"), t("test.question_note"), answers, cancel=None, width=860)
