"""Each system's speech program."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Mapping
from typing import NamedTuple

_TEXT = "\0"  # stands for the text in a command, because no text has it
_VOICES = {"en": "Samantha", "ja": "Kyoko"}  # the voices on macOS
_CULTURES = {"en": "en-US", "ja": "ja-JP"}
_SAPI = """
Add-Type -AssemblyName System.Speech
$reader = New-Object IO.StreamReader([Console]::OpenStandardInput(), [Text.Encoding]::UTF8)
$voice = New-Object System.Speech.Synthesis.SpeechSynthesizer
$culture = [Globalization.CultureInfo]'{culture}'
try {{ $voice.SelectVoiceByHints('NotSet', 'NotSet', 0, $culture) }} catch {{ }}
$voice.Speak($reader.ReadToEnd())
"""
_NO_WINDOW = 0x08000000  # CREATE_NO_WINDOW, which `subprocess` defines on Windows only


class SpeechProgram(NamedTuple):
    """A program that reads texts aloud. `commands` has its arguments by language.

    A command has a placeholder for the text, or the program reads the text from standard input.
    """

    name: str
    commands: Mapping[str, tuple[str, ...]]
    flags: int = 0  # creation flags for `subprocess`

    def command(self, text: str, language: str) -> tuple[tuple[str, ...], bool]:
        """Return the arguments that speak `text`, and whether the program reads it from standard input."""
        arguments = self.commands[language if language in self.commands else "en"]
        return tuple(text if part == _TEXT else part for part in arguments), _TEXT not in arguments


def speech_program(which: Callable[[str], str | None] = shutil.which) -> SpeechProgram | None:
    """Return this system's speech program, or None. `which` finds a program by name.

    spd-say takes some lines of standard input as commands, so it gets the text as an argument after "--".
    """
    if sys.platform == "win32":
        path = which("powershell")
        scripts = {language: _SAPI.format(culture=culture) for language, culture in _CULTURES.items()}
        flags = ("-NoProfile", "-NonInteractive", "-Command")
        if path is None:
            return None
        return SpeechProgram("SAPI", {k: (path, *flags, v) for k, v in scripts.items()}, _NO_WINDOW)
    if sys.platform == "darwin":
        path = which("say")
        if path is None:
            return None
        return SpeechProgram("say", {k: (path, "-v", v, "-f", "-") for k, v in _VOICES.items()})
    if path := which("spd-say"):
        says = {k: (path, "-w", "-P", "text", "-l", k, "--", _TEXT) for k in _VOICES}
        return SpeechProgram("speech-dispatcher", says)
    for name in ("espeak-ng", "espeak"):
        if path := which(name):
            return SpeechProgram(name, {k: (path, "-v", k, "-b", "1", "--stdin") for k in _VOICES})
    return None
