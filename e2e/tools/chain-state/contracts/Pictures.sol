// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {Base64} from "@openzeppelin/contracts/utils/Base64.sol";
import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";

/// A picture of one colour, as a `data:` URI with metadata.
library Picture {
    using Strings for uint256;

    function metadata(string memory name, uint256 id) internal pure returns (string memory) {
        string memory svg = string.concat(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="hsl(',
            ((id * 47) % 360).toString(),
            ',70%,55%)"/><text x="32" y="38" text-anchor="middle" font-size="18" fill="#fff">',
            id.toString(),
            "</text></svg>"
        );
        string memory json = string.concat(
            '{"name":"',
            name,
            " #",
            id.toString(),
            '","description":"A picture of a local chain","image":"data:image/svg+xml;base64,',
            Base64.encode(bytes(svg)),
            '"}'
        );
        return string.concat("data:application/json;base64,", Base64.encode(bytes(json)));
    }
}

/// ERC-721 with pictures on chain. Anybody may make one, also with metadata elsewhere.
contract Pictures is ERC721("Local Pictures", "PIC") {
    uint256 public count;
    mapping(uint256 id => string) private _uris;

    /// An empty `uri` means the picture on chain.
    function mint(address to, string calldata uri) external returns (uint256 id) {
        id = ++count;
        _uris[id] = uri;
        _mint(to, id);
    }

    function tokenURI(uint256 id) public view override returns (string memory) {
        _requireOwned(id);
        return bytes(_uris[id]).length > 0 ? _uris[id] : Picture.metadata("Picture", id);
    }
}
