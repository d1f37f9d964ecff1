"""VTK XML PolyData (VTK file formats, "XML file formats"): ascii, base64, or appended raw or base64; plain or compressed by zlib."""
import base64
import re
import xml.etree.ElementTree as ElementTree
import zlib

from weft.common import Failure, package, read_bytes

np = package("numpy")

TYPES = {"Float32": "f4", "Float64": "f8", "Int8": "i1", "UInt8": "u1", "Int16": "i2", "UInt16": "u2", "Int32": "i4", "UInt32": "u4",
         "Int64": "i8", "UInt64": "u8"}


class File:
    """The XML part of a file, and what decodes its arrays."""

    def __init__(self, path):
        content = read_bytes(path)
        head, tag, appended = content.partition(b"<AppendedData")
        if tag and not re.search(rb"</AppendedData>\s*</VTKFile>\s*\Z", content[-200:]):
            raise ValueError("is cut off: it does not end with </AppendedData> and </VTKFile>")
        self.root = ElementTree.fromstring(head + (b"</VTKFile>" if tag else b""))
        if self.root.tag != "VTKFile" or self.root.get("type") != "PolyData":
            raise ValueError("is not a VTK XML file of type PolyData")
        attributes, _, self.appended = appended.partition(b"_")
        self.raw = b"raw" in attributes
        self.order = ">" if self.root.get("byte_order") == "BigEndian" else "<"
        self.header = np.dtype(self.order + ("u8" if self.root.get("header_type") == "UInt64" else "u4"))
        self.compressed = bool(self.root.get("compressor"))
        if self.root.get("compressor") not in (None, "", "vtkZLibDataCompressor"):
            raise ValueError(f"compressor {self.root.get('compressor')} is not read; save the file without compression or with zlib")

    def array(self, element):
        dtype = np.dtype(self.order + TYPES[element.get("type")])
        if element.get("format") == "ascii":
            return np.array((element.text or "").split(), dtype)
        inline = element.get("format") != "appended"
        offset = 0 if inline else int(element.get("offset"))
        if not 0 <= offset <= len(self.appended):
            raise ValueError(f"offset {offset} lies outside the data")
        data = "".join((element.text or "").split()).encode() if inline else self.appended[offset:]
        found, rest = self.unpack(data, inline or not self.raw)
        if inline and rest:
            raise ValueError(f"{len(rest)} letters follow the bytes that an array counts")
        return np.frombuffer(found, dtype)

    def unpack(self, data, text):
        """The bytes of an array, and what follows it: a count of bytes and the bytes, or counts of blocks and their compressed bytes."""
        size = self.header.itemsize
        if not self.compressed:
            count = int(np.frombuffer(decode(data, size, text)[0], self.header)[0])
            found, rest = decode(data, size + count, text)
            return found[size:], rest
        blocks = int(np.frombuffer(decode(data, size, text)[0], self.header)[0])
        head, rest = decode(data, size * (3 + blocks), text)
        sizes = np.frombuffer(head, self.header)[3:]
        data, rest = decode(rest, int(sizes.sum()), text)
        ends = np.cumsum(sizes)
        return b"".join(zlib.decompress(data[end - count:end]) for count, end in zip(sizes.tolist(), ends.tolist())), rest


def decode(data, count, text):
    """The first bytes, and what follows them: in base64 after the group of four letters that holds the last one."""
    letters = (count + 2) // 3 * 4 if text else count
    found = base64.b64decode(data[:letters], validate=True)[:count] if text else data[:count]
    if len(found) < count:
        raise ValueError("is cut off")
    return found, data[letters:]


def read(path):
    """Points [n][3], lists of lines and of polygons, and the arrays on points by name. The points of pieces follow each other."""
    try:
        file = File(path)
        points, lines, polygons, data, first = [np.zeros((0, 3))], [], [], {}, 0
        for piece in file.root.iter("Piece"):
            points.append(file.array(piece.find("Points/DataArray")).reshape(-1, 3).astype(float))
            if len(points[-1]) != int(piece.get("NumberOfPoints")):
                raise ValueError(f"has {len(points[-1])} points, and NumberOfPoints {piece.get('NumberOfPoints')}")
            for name, cells in (("Lines", lines), ("Polys", polygons)):
                cells += [cell + first for cell in read_cells(file, piece, name)]
            if int(piece.get("NumberOfStrips") or 0):
                raise ValueError("has triangle strips, which are not read; save it with polygons")
            for element in piece.findall("PointData/DataArray"):
                data.setdefault(element.get("Name"), []).append(file.array(element).reshape(len(points[-1]), -1))
            first += len(points[-1])
        return np.concatenate(points), lines, polygons, {name: np.concatenate(arrays) for name, arrays in data.items()}
    except (ElementTree.ParseError, AttributeError, KeyError, TypeError, ValueError, zlib.error) as error:
        raise Failure(f"{path}: is not a whole VTK XML file of PolyData: {re.sub(r'[^ -~]', '?', str(error))}") from None


def read_cells(file, piece, name):
    arrays = {element.get("Name"): file.array(element).astype(np.int64) for element in piece.findall(f"{name}/DataArray")}
    if not int(piece.get(f"NumberOf{name}") or 0):
        if any(len(array) for array in arrays.values()):
            raise ValueError(f"has {name} without NumberOf{name}")
        return []
    ends = arrays["offsets"]
    if len(ends) != int(piece.get(f"NumberOf{name}")) or (np.diff(ends, prepend=0) < 0).any() or ends[-1] != len(arrays["connectivity"]):
        raise ValueError(f"the offsets of {name} do not fit its corners")
    return np.split(arrays["connectivity"], ends[:-1])
