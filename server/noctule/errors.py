"""Every error Noctule raises on purpose.

    NoctuleError
    ├── WorkspaceError        which project is meant
    │   ├── NoWorkspace       1001
    │   ├── WhichProject      1002
    │   └── UnknownWorkspace  1003
    ├── Disabled              1010
    ├── UnknownSession        1020
    ├── MemoryProblem         what was asked of a memory
    │   ├── NotFound          1100
    │   ├── PathRefused       1101
    │   ├── Ambiguous         1102
    │   ├── UnknownType       1103
    │   ├── AlreadyExists     1104
    │   ├── Refused           1105   a door check said no (harness tag, size, secret)
    │   ├── Changed           1106   somebody changed it meanwhile
    │   ├── OverCap           1107
    │   ├── NotText           1108
    │   └── StoreVanished     1109   a store of the profile was there and is gone
    ├── StorageError          what the disk did (1299)
    │   ├── FolderUnreadable  1200
    │   ├── ReadOnly          1201
    │   ├── DiskFull          1202
    │   ├── LockBusy          1203
    │   └── StateDamaged      1204
    ├── SettingsError         1300
    └── ModelError            1400
        ├── ModelUnusable     1401   no key, unknown provider, not lent
        ├── ModelTimeout      1402
        ├── ModelRefused      1403   the provider said no for good
        ├── ModelReplyBad     1404   a reply nobody can read
        └── ModelBusy         1405   retries are used up

Each carries a `kind` for clients, a `code` for the wire (1001-1499) and a sentence fit for a person.
None holds the text of a memory.
"""

from typing import ClassVar


class NoctuleError(Exception):
    """The root: `str(error)` is a sentence for a person that says what to do."""

    kind: ClassVar[str] = "error"
    code: ClassVar[int] = 1000


class WorkspaceError(NoctuleError):
    """Which project is meant cannot be told."""


class NoWorkspace(WorkspaceError):
    kind = "noWorkspace"
    code = 1001


class WhichProject(WorkspaceError):
    kind = "whichProject"
    code = 1002


class UnknownWorkspace(WorkspaceError):
    kind = "unknownWorkspace"
    code = 1003


class Disabled(NoctuleError):
    kind = "disabled"
    code = 1010


class UnknownSession(NoctuleError):
    kind = "unknownSession"
    code = 1020


class MemoryProblem(NoctuleError):
    """What was asked of a memory cannot be done."""


class NotFound(MemoryProblem):
    kind = "notFound"
    code = 1100


class PathRefused(MemoryProblem):
    kind = "pathRefused"
    code = 1101


class Ambiguous(MemoryProblem):
    kind = "ambiguous"
    code = 1102


class UnknownType(MemoryProblem):
    kind = "unknownType"
    code = 1103


class AlreadyExists(MemoryProblem):
    kind = "alreadyExists"
    code = 1104


class Refused(MemoryProblem):
    """A check at the door said no: a harness tag, a size, a secret."""

    kind = "refused"
    code = 1105


class Changed(MemoryProblem):
    """Somebody changed the file since it was read."""

    kind = "changed"
    code = 1106


class OverCap(MemoryProblem):
    kind = "overCap"
    code = 1107


class NotText(MemoryProblem):
    kind = "notText"
    code = 1108


class StoreVanished(MemoryProblem):
    """A store of the profile was there and is gone: a new one would hide that."""

    kind = "storeVanished"
    code = 1109


class StorageError(NoctuleError):
    """The disk did not do what was asked."""

    kind = "storage"
    code = 1299


class FolderUnreadable(StorageError):
    kind = "folderUnreadable"
    code = 1200


class ReadOnly(StorageError):
    kind = "readOnly"
    code = 1201


class DiskFull(StorageError):
    kind = "diskFull"
    code = 1202


class LockBusy(StorageError):
    kind = "lockBusy"
    code = 1203


class StateDamaged(StorageError):
    kind = "stateDamaged"
    code = 1204


class SettingsError(NoctuleError):
    kind = "settings"
    code = 1300


class ModelError(NoctuleError):
    """A model did not answer as asked."""

    kind = "model"
    code = 1400


class ModelUnusable(ModelError):
    """No key, an unknown provider, or a model that no editor lends."""

    kind = "modelUnusable"
    code = 1401


class ModelTimeout(ModelError):
    kind = "modelTimeout"
    code = 1402


class ModelRefused(ModelError):
    """The provider said no for good."""

    kind = "modelRefused"
    code = 1403


class ModelReplyBad(ModelError):
    kind = "modelReplyBad"
    code = 1404


class ModelBusy(ModelError):
    """Retries are used up."""

    kind = "modelBusy"
    code = 1405
